#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/file.h"
#include "check_leaks.h"
#include "io/kicad_make.h"
#include "io/kicad_pads.h"
#include "random.h"

/* ---- damage ---- */

static char *rich_document(void)
{
    lw_buffer parts = {0};
    for (size_t i = 0; i < sizeof pads / sizeof *pads; i++)
        lw_buffer_print(&parts, "(module M%zu (layer %s) (at 10 20 %s) (pad 1 %s (net 1 GND)))\n",
                        i, pads[i].side, pads[i].angle, pads[i].pad);
    lw_buffer_text(&parts, CLASSES ONE TWO ZONE
                   "(gr_arc (start 5 5) (end 10 5) (angle 90) (layer Edge.Cuts) (width 0.1))"
                   "(gr_arc (start 10 5) (mid 5 10) (end 0 5) (layer F.Cu) (width 0.1))"
                   "(gr_curve (pts (xy 0 0) (xy 0 4) (xy 6 4) (xy 6 0)) (layer Edge.Cuts))"
                   "(gr_text \"x\\ty\" (at 1 1) (layer F.Cu))"
                   "(via (at 5 6) (size 0.8) (drill 0.4) (layers F.Cu B.Cu) (net 1))");
    char *text = document(20171130, parts.at);
    lw_buffer_free(&parts);
    return text;
}

/* Whatever it is: a board or an error with a text, and nothing lost. */
static bool survives(const char *text, size_t size)
{
    lw_board *board;
    lw_error err = {0};
    lw_status status = lw_board_parse("x.kicad_pcb", text, size, &board, &err);
    cr_assert_eq(status == LW_OK, board != NULL);
    cr_assert(status == LW_OK || (status == LW_ERR_INPUT && *err.text));
    lw_board_free(board);
    return status == LW_OK;
}

Test(kicad, damaged_files_are_read_or_refused)
{
    char *text = rich_document();
    size_t size = strlen(text);
    cr_assert(survives(text, size));
    for (size_t end = 0; end + 2 < size; end += 13)
        cr_expect(!survives(text, end), "cut at %zu", end);
    uint64_t seed = 7;
    static const char bytes[] = "()\" \n-.0e9\\\x80xA1";
    char *copy = malloc(size + 1);
    int refused = 0;
    for (int i = 0; i < 1500; i++) {
        memcpy(copy, text, size + 1);
        for (int64_t k = random_between(&seed, 1, 3); k > 0; k--)
            copy[random_between(&seed, 0, (int64_t)size - 1)] =
                bytes[random_between(&seed, 0, (int64_t)sizeof bytes - 2)];
        refused += !survives(copy, size);
    }
    cr_expect(refused > 100 && refused < 1400, "%d", refused);
    free(copy);
    free(text);
    lw_test_no_leaks();
}

Test(kicad, senseless_sizes_are_bounded)
{
    static const char *const parts[] = {
        "(gr_arc (start -900 0) (mid 0 0.000001) (end 900 0) (layer Edge.Cuts))",
        "(gr_arc (start 0 0) (mid 900 900) (end 0.000001 0) (layer F.Cu) (width 1))",
        "(gr_circle (center 900 900) (end -90 0) (layer F.Cu) (width 500))",
        "(gr_curve (pts (xy -999 0) (xy 999 999) (xy -999 -999) (xy 999 0)) (layer Edge.Cuts))",
        "(gr_rect (start -999 -999) (end 999 999) (radius 499) (layer Edge.Cuts))",
        "(gr_text \"WWWWWWWWWWWW\" (at 0 0) (layer F.Cu) (effects (font (size 499 499))))",
        "(module X (layer F.Cu) (at 999 0) (pad 1 thru_hole rect (at 499 499 45) (size 499 499)"
        " (drill 499 (offset 499 499)) (layers F.Cu)))",
        "(module X (layer F.Cu) (at 0 0) (pad 1 smd custom (at 499 499 45) (size 1 1) (layers F.Cu)"
        " (primitives (gr_line (start 249 249) (end -249 249) (width 499)))))",
        "(net_class Default \"\" (clearance 499) (trace_width 499) (via_dia 499) (via_drill 499))",
        "(setup (trace_min 499) (via_min_size 499) (via_min_drill 499))",
        "(via (at 0 0) (size 499) (drill 499) (layers F.Cu B.Cu) (net 1))",
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        char *text = document(20171130, parts[i]);
        survives(text, strlen(text));
        free(text);
    }
    lw_test_no_leaks();
}

/* ---- real boards ---- */

/* The seventh column of the table beside the designs that were exported from the boards. */
static long connections_of(const char *table, const char *name)
{
    size_t length = strlen(name);
    for (const char *line = table; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, name, length) != 0 || line[length] != '\t')
            continue;
        for (int column = 0; column < 6; column++)
            line = strchr(line, '\t') + 1;
        return strtol(line, NULL, 10);
    }
    return -1;
}

static void check_board(const char *folder, const char *file, const char *table)
{
    char path[1200], name[300];
    char *text;
    size_t size;
    lw_board *board;
    lw_error err = {0};
    snprintf(path, sizeof path, "%.800s/%.290s", folder, file);
    snprintf(name, sizeof name, "%.*s", (int)(strlen(file) - strlen(".kicad_pcb")), file);
    cr_assert_eq(lw_file_read(path, LW_FILE_LIMIT, &text, &size, &err), LW_OK);
    cr_assert_eq(lw_board_load(path, &board, &err), LW_OK, "%s: %s", path, err.text);
    cr_expect_eq(board->format, LW_FORMAT_KICAD);
    cr_expect_eq((long)lw_board_connections(board), connections_of(table, name), "%s: %u", file,
                 lw_board_connections(board));
    lw_routes *routes = lw_routes_new(board);
    lw_buffer out = {0};
    cr_assert_eq(lw_kicad_write(board, routes, &out, NULL), LW_OK);
    cr_expect(out.count == size && memcmp(out.at, text, size) == 0, "%s", file);
    lw_buffer_free(&out);
    lw_routes_free(routes);
    lw_board_free(board);
    free(text);
}

static int is_kicad_board(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return dot && strcmp(dot, ".kicad_pcb") == 0;
}

Test(kicad, real_boards_have_as_many_connections_as_their_exported_designs, .timeout = 120)
{
    const char *root = getenv("LEEWAY_BOARDS");
    char folder[900], index[900];
    struct dirent **boards;
    snprintf(folder, sizeof folder, "%.700s/kicad", root ? root : "");
    snprintf(index, sizeof index, "%.700s/dsn/INDEX.tsv", root ? root : "");
    int count = root ? scandir(folder, &boards, is_kicad_board, alphasort) : -1;
    char *table;
    size_t size;
    if (count < 0 || lw_file_read(index, 1 << 20, &table, &size, NULL))
        cr_skip_test("real boards are not here");
    cr_expect_gt(count, 50);
    for (int i = 0; i < count; i++) {
        check_board(folder, boards[i]->d_name, table);
        free(boards[i]);
    }
    free(boards);
    free(table);
    lw_test_no_leaks();
}
