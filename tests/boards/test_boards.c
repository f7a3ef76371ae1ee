/*
 * What people rely on who start from a board in boards/: it loads, is described by the schema, is
 * electrically right, has the footprints it says, and routes.
 */
#include <criterion/criterion.h>
#include <dirent.h>
#include <libxml/xmlschemas.h>
#include <stdlib.h>
#include <string.h>
#include "base/buffer.h"
#include "check_leaks.h"
#include "io/format.h"
#include "leeway/leeway.h"

enum { MOST_BOARDS = 100, LEAST_BOARDS = 12, LEAST_LESSONS = 2 };

static void boards_path(char *buffer, size_t size, const char *name)
{
    const char *root = getenv("LEEWAY_SOURCE");
    cr_assert_not_null(root, "LEEWAY_SOURCE names the root of the source");
    snprintf(buffer, size, "%s/boards/%s", root, name);
}

static int is_board(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 4 && strcmp(entry->d_name + length - 4, ".xml") == 0;
}

static lw_board *load(const char *name)
{
    char path[1024];
    lw_board *board;
    lw_error err = {0};
    boards_path(path, sizeof path, name);
    cr_assert_eq(lw_board_load(path, &board, &err), LW_OK, "%s:%d: %s", name, err.line, err.text);
    return board;
}

typedef void visitor(const char *name, const lw_board *board);

static int visit_folder(const char *folder, visitor *visit)
{
    char path[1024], board_path[1280];
    struct dirent **entries;
    boards_path(path, sizeof path, folder);
    int count = scandir(path, &entries, is_board, alphasort);
    for (int i = 0; i < count; i++) {
        snprintf(board_path, sizeof board_path, "%s%s", folder, entries[i]->d_name);
        lw_board *board = load(board_path);
        visit(entries[i]->d_name, board);
        lw_board_free(board);
        free(entries[i]);
    }
    free(entries);
    return count;
}

static void for_each_board(visitor *visit)
{
    cr_assert_geq(visit_folder("", visit), LEAST_BOARDS);
    cr_assert_geq(visit_folder("lessons/", visit), LEAST_LESSONS);
}

/* ---- the file ---- */

static void expect_told(const char *name, const lw_board *board)
{
    cr_expect_eq(board->format, LW_FORMAT_XML, "%s", name);
    for (uint32_t i = 0; i < board->warnings.count; i++)
        cr_expect(false, "%s:%d: %s", name, board->warnings.at[i].line, board->warnings.at[i].text);
    size_t length = strlen(board->name);
    cr_expect(strncmp(name, board->name, length) == 0 && strcmp(name + length, ".xml") == 0,
              "%s calls itself %s", name, board->name);
    const char *comment = strstr(board->source, "<!--"), *root = strstr(board->source, "<board");
    cr_expect(comment && comment < root, "%s does not say what it is", name);
}

Test(boards, load_without_a_warning_and_say_what_they_are)
{
    for_each_board(expect_told);
    lw_test_no_leaks();
}

static xmlSchema *schema;

static void expect_valid(const char *name, const lw_board *board)
{
    xmlDoc *doc =
        xmlReadMemory(board->source, (int)board->source_size, name, NULL, XML_PARSE_NONET);
    xmlSchemaValidCtxt *validity = xmlSchemaNewValidCtxt(schema);
    cr_assert_not_null(doc, "%s", name);
    cr_expect_eq(xmlSchemaValidateDoc(validity, doc), 0, "%s is not as leeway.xsd says", name);
    xmlSchemaFreeValidCtxt(validity);
    xmlFreeDoc(doc);
}

Test(boards, are_described_by_the_schema)
{
    char path[1024];
    boards_path(path, sizeof path, "leeway.xsd");
    xmlSchemaParserCtxt *parser = xmlSchemaNewParserCtxt(path);
    schema = xmlSchemaParse(parser);
    cr_assert_not_null(schema);
    for_each_board(expect_valid);
    xmlSchemaFree(schema);
    xmlSchemaFreeParserCtxt(parser);
}

/* ---- the circuit ---- */

static uint32_t element_of(const lw_board *board, const char *name)
{
    for (uint32_t i = 0; i < board->elements.count; i++)
        if (strcmp(board->elements.at[i].name, name) == 0)
            return i;
    return UINT32_MAX;
}

static const lw_pad *pad_of(const lw_board *board, uint32_t element, const char *name)
{
    const lw_element *e = &board->elements.at[element];
    for (uint32_t i = 0; i < board->packages.at[e->package].pads.count; i++)
        if (strcmp(board->pads.at[e->first_pad + i].name, name) == 0)
            return &board->pads.at[e->first_pad + i];
    return NULL;
}

static void expect_nets_that_join(const char *name, const lw_board *board)
{
    for (uint32_t i = 0; i < board->nets.count; i++)
        cr_expect_geq(board->nets.at[i].pads.count, 2, "%s: net %s joins nothing", name,
                      board->nets.at[i].name);
}

Test(boards, have_no_net_of_a_single_pad)
{
    for_each_board(expect_nets_that_join);
}

/* What has two ends is connected at both, and to two nets. */
static void expect_ends_apart(const char *name, const lw_board *board)
{
    for (uint32_t i = 0; i < board->elements.count; i++) {
        const lw_element *e = &board->elements.at[i];
        if (board->packages.at[e->package].pads.count != 2)
            continue;
        const lw_pad *pads = &board->pads.at[e->first_pad];
        cr_expect(pads[0].net != LW_NO_NET && pads[1].net != LW_NO_NET &&
                      pads[0].net != pads[1].net,
                  "%s: %s is bridged or open", name, e->name);
    }
}

Test(boards, connect_both_ends_of_what_has_two)
{
    for_each_board(expect_ends_apart);
}

/* From the data sheets: pads that are ground, and pads that are fed. */
static const struct {
    const char *value;
    const char *ground, *supply;
} chips[] = {
    {"NE555", "1", "8"},           {"L293D", "4 5 12 13", "8 16"},
    {"74HC595", "8 13", "16"},     {"ATTINY85", "4", "8"},
    {"ATTINY13A", "4", "8"},       {"PC817", "2", "4"},
    {"DS1307", "4", "8 3"},        {"7805", "2", "1 3"},
    {"AMS1117-3.3", "1", "2 3 4"}, {"FT232RL", "7 18 21 25 26", "4 17 20"},
    {"MC34063", "4", "6"},         {"W25Q32", "4", "8"},
    {"24LC256", "4", "8"},         {"LM75", "4", "8"},
    {"MCP79410", "4", "8 3"},
};

/* ATmega328P by its package: pads of the 28-pin DIP and of the 32-pin TQFP. */
static const struct {
    const char *package;
    const char *ground, *supply;
} atmegas[] = {{"DIP28", "8 22", "7 20"}, {"TQFP32", "3 5 21", "4 6 18"}};

static const char *const supplies[] = {"VCC", "VM",    "+5V",  "3V3", "+3V3",
                                       "VIN", "VPROT", "VBUS", "VIO", "VBAT"};

static bool is_supply(const char *net)
{
    for (size_t i = 0; i < sizeof supplies / sizeof *supplies; i++)
        if (strcmp(net, supplies[i]) == 0)
            return true;
    return false;
}

static void expect_fed(const char *file, const lw_board *board, uint32_t element, const char *pads,
                       bool ground)
{
    char list[64], *rest = list;
    snprintf(list, sizeof list, "%s", pads);
    for (char *name; (name = strsep(&rest, " "));) {
        const lw_pad *pad = pad_of(board, element, name);
        cr_assert_not_null(pad, "%s: %s has no pad %s", file, board->elements.at[element].name,
                           name);
        const char *net = lw_net_name(board, pad->net);
        cr_expect(ground ? strcmp(net, "GND") == 0 : is_supply(net), "%s: %s.%s is on %s", file,
                  board->elements.at[element].name, name, net);
    }
}

static bool feeds(const char *file, const lw_board *board, uint32_t element)
{
    const lw_element *e = &board->elements.at[element];
    const char *package = board->packages.at[e->package].name;
    for (size_t i = 0; i < sizeof chips / sizeof *chips; i++)
        if (strcmp(e->value, chips[i].value) == 0) {
            expect_fed(file, board, element, chips[i].ground, true);
            expect_fed(file, board, element, chips[i].supply, false);
            return true;
        }
    for (size_t i = 0; i < sizeof atmegas / sizeof *atmegas; i++)
        if (strcmp(e->value, "ATMEGA328P") == 0 && strcmp(package, atmegas[i].package) == 0) {
            expect_fed(file, board, element, atmegas[i].ground, true);
            expect_fed(file, board, element, atmegas[i].supply, false);
            return true;
        }
    return false;
}

static void expect_chips_fed(const char *name, const lw_board *board)
{
    for (uint32_t i = 0; i < board->elements.count; i++)
        if (board->elements.at[i].name[0] == 'U')
            cr_expect(feeds(name, board, i), "%s: the pins of %s (%s) are not known here", name,
                      board->elements.at[i].name, board->elements.at[i].value);
}

Test(boards, feed_every_chip_at_its_supply_pins)
{
    for_each_board(expect_chips_fed);
}

/* ---- the footprints ---- */

/* Distances between two pads in micrometres. */
static const struct {
    const char *package, *a, *b;
    int um;
} footprints[] = {
    {"DIP4", "1", "4", 7620},         {"DIP8", "1", "2", 2540},
    {"DIP8", "1", "8", 7620},         {"DIP16", "1", "8", 17780},
    {"DIP16", "1", "16", 7620},       {"DIP28", "1", "14", 33020},
    {"DIP28", "1", "28", 7620},       {"R0207-10", "1", "2", 10160},
    {"R0204-7", "1", "2", 7620},      {"DO41-10", "A", "K", 10160},
    {"DO35-7", "A", "K", 7620},       {"C-2.5", "1", "2", 2540},
    {"C-5", "1", "2", 5080},          {"CP-2.5", "+", "-", 2500},
    {"CP-5", "+", "-", 5000},         {"LED-5", "A", "K", 2540},
    {"LED-3", "A", "K", 2540},        {"TO92", "1", "3", 5080},
    {"TO220", "1", "3", 5080},        {"HDR1x6", "1", "6", 12700},
    {"HDR1x8", "1", "8", 17780},      {"HDR2x3", "1", "2", 2540},
    {"HDR2x3", "1", "5", 5080},       {"TERM-5.08x2", "1", "2", 5080},
    {"TERM-7.62x3", "1", "3", 15240}, {"HC49S", "1", "2", 4880},
    {"TACT-6", "1", "2", 6500},       {"TACT-6", "1", "3", 4500},
    {"SOIC8", "1", "4", 3810},        {"SOIC8", "1", "8", 5400},
    {"SSOP28", "1", "14", 8450},      {"TQFP32", "1", "8", 5600},
    {"TQFP32", "1", "24", 8400},      {"USB-MICRO-B", "1", "5", 2600},
    {"SEG7-14", "1", "10", 15240},    {"SEG7-14", "1", "5", 10160},
    {"RELAY-SRD", "A1", "A2", 12000}, {"RELAY-SRD", "A1", "NO", 12200},
    {"RELAY-SRD", "NO", "NC", 12000},
};

static const lw_package_pad *package_pad(const lw_package *package, const char *name)
{
    for (uint32_t i = 0; i < package->pads.count; i++)
        if (strcmp(package->pads.at[i].name, name) == 0)
            return &package->pads.at[i];
    return NULL;
}

static bool seen[sizeof footprints / sizeof *footprints];

static void expect_true_footprints(const char *name, const lw_board *board)
{
    for (uint32_t p = 0; p < board->packages.count; p++)
        for (size_t i = 0; i < sizeof footprints / sizeof *footprints; i++) {
            const lw_package *package = &board->packages.at[p];
            if (strcmp(package->name, footprints[i].package) != 0)
                continue;
            const lw_package_pad *a = package_pad(package, footprints[i].a);
            const lw_package_pad *b = package_pad(package, footprints[i].b);
            cr_assert(a && b, "%s: %s", name, package->name);
            cr_expect_leq(abs(lw_distance(a->at, b->at) - footprints[i].um * 1000), 5000,
                          "%s: %s from %s to %s", name, package->name, footprints[i].a,
                          footprints[i].b);
            seen[i] = true;
        }
}

Test(boards, have_the_footprints_that_they_name)
{
    for_each_board(expect_true_footprints);
    for (size_t i = 0; i < sizeof footprints / sizeof *footprints; i++)
        cr_expect(seen[i], "%s is on no board", footprints[i].package);
}

/* Inches from D0: the odd gap between D7 and D8 is 160 mil, all others are 100. */
Test(boards, shield_fits_the_uno)
{
    static const struct {
        const char *element, *pad;
        int x_mil, y_mil;
    } pins[] = {
        {"J3", "D0", 2500, 2000},  {"J3", "D7", 1800, 2000}, {"J4", "D8", 1640, 2000},
        {"J4", "D13", 1140, 2000}, {"J4", "SCL", 740, 2000}, {"J1", "NC", 1100, 100},
        {"J1", "VIN", 1800, 100},  {"J2", "A0", 2000, 100},  {"J2", "A5", 2500, 100},
    };
    lw_board *board = load("uno-shield.xml");
    for (size_t i = 0; i < sizeof pins / sizeof *pins; i++) {
        const lw_pad *pad = pad_of(board, element_of(board, pins[i].element), pins[i].pad);
        lw_point at = {pins[i].x_mil * 25400, pins[i].y_mil * 25400};
        cr_expect_leq(lw_distance(pad->at, at), 1000, "%s", pins[i].pad);
    }
    lw_board_free(board);
}

/* Ink on a pad spoils the joint. */
static void expect_pads_free_of_ink(const char *name, const lw_board *board)
{
    for (uint32_t d = 0; d < board->drawings.count; d++) {
        const lw_drawing *drawing = &board->drawings.at[d];
        uint32_t layer = drawing->bottom ? board->layers.count - 1 : 0;
        for (uint32_t p = 0; drawing->ink == LW_SILK && p < board->pads.count; p++)
            for (uint32_t c = 0; c < board->pads.at[p].copper.count; c++) {
                const lw_copper *copper = &board->pads.at[p].copper.at[c];
                char pad[64];
                if (copper->layers & LW_LAYER(layer))
                    cr_expect_not(lw_shape_closer(drawing->shape, copper->shape, 0),
                                  "%s: silkscreen lies on %s", name,
                                  lw_pad_name(board, p, pad, sizeof pad));
            }
    }
}

Test(boards, keep_the_silkscreen_off_the_pads)
{
    for_each_board(expect_pads_free_of_ink);
}

/* ---- the routes ---- */

static lw_report *judge(const char *name, const lw_board *board, const lw_routes *routes)
{
    lw_check_options options = lw_check_options_default();
    lw_report *report;
    cr_assert_eq(lw_check(board, routes, &options, &report, NULL), LW_OK);
    for (uint32_t i = 0; i < report->faults.count; i++) {
        char text[256];
        cr_expect(false, "%s: %s", name,
                  lw_violation_text(board, &report->faults.at[i], text, sizeof text));
    }
    return report;
}

static void expect_sound(const char *name, const lw_board *board)
{
    lw_report *report = judge(name, board, NULL);
    cr_expect_gt(report->open, 0, "%s: nothing is left to route", name);
    lw_report_free(report);
}

Test(boards, have_no_fault_before_they_are_routed)
{
    for_each_board(expect_sound);
    lw_test_no_leaks();
}

static void expect_same_when_read_again(const char *name, const lw_board *board,
                                        const lw_routes *routes)
{
    lw_buffer text = {0};
    lw_board *again;
    lw_error err = {0};
    cr_assert_eq(lw_format_leeway.write(board, routes, &text, NULL), LW_OK);
    cr_assert_eq(lw_board_parse(name, text.at, text.count, &again, &err), LW_OK, "%s:%d: %s", name,
                 err.line, err.text);
    lw_report *report = judge(name, again, NULL);
    cr_expect_eq(report->open, 0, "%s: open when it is read again", name);
    lw_report_free(report);
    lw_board_free(again);
    lw_buffer_free(&text);
}

static void expect_routed(const char *name, const lw_board *board)
{
    lw_route_options options = lw_route_options_default();
    for (int way = 0; way <= LW_WAVE_COUNT; way++) { /* the last one: negotiated */
        options.strategy = way == LW_WAVE_COUNT ? LW_NEGOTIATED : LW_SEQUENTIAL;
        options.wave = way == LW_WAVE_COUNT ? LW_WAVE_SINGLE : (lw_wave)way;
        lw_routes *routes;
        cr_assert_eq(lw_route(board, &options, &routes, NULL, NULL), LW_OK);
        lw_report *report = judge(name, board, routes);
        cr_expect_eq(report->open, 0, "%s: %s, %s wave: %u of %u connections open", name,
                     lw_strategy_name(options.strategy), lw_wave_name(options.wave), report->open,
                     report->connections);
        expect_same_when_read_again(name, board, routes);
        lw_report_free(report);
        lw_routes_free(routes);
    }
}

Test(boards, route_to_the_last_connection_and_stay_so_when_saved)
{
    for_each_board(expect_routed);
    lw_test_no_leaks();
}
