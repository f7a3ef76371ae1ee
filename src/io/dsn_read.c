/*
 * Reads a Specctra design. Sections may stand in any order in the file; they are read in the order
 * of what needs what: units and layers; rules; outline; padstacks, images and components; nets and
 * classes; wiring; planes.
 */
#include "io/dsn.h"

#include <stdlib.h>
#include <string.h>
#include "board/build.h"
#include "io/figures.h"
#include "io/latin.h"

static void read_host(dsn_reader *r)
{
    const lw_sexpr *parser = lw_sexpr_child(r->file.root, "parser");
    const lw_sexpr *cad = parser ? lw_sexpr_child(parser, "host_cad") : NULL;
    const lw_sexpr *version = parser ? lw_sexpr_child(parser, "host_version") : NULL;
    const char *name = cad ? lw_sexpr_word(cad, 1) : NULL;
    const char *number = version ? lw_sexpr_word(version, 1) : NULL;
    r->kicad = name && strstr(name, "KiCad");
    for (; number && *number && !r->kicad_version; number++)
        if (*number >= '0' && *number <= '9')
            r->kicad_version = atoi(number) % 1000;
}

/* ---- the whole ---- */

static void check_sections(dsn_reader *r)
{
    static const char *const known[] = {"parser",
                                        "resolution",
                                        "unit",
                                        "structure",
                                        "placement",
                                        "library",
                                        "network",
                                        "wiring",
                                        "capacitance_resolution",
                                        "conductance_resolution",
                                        "current_resolution",
                                        "inductance_resolution",
                                        "resistance_resolution",
                                        "time_resolution",
                                        "voltage_resolution",
                                        "history",
                                        "color",
                                        "colors",
                                        "floor_plan",
                                        "part_library"};
    for (const lw_sexpr *node = r->file.root->first; node; node = node->next) {
        bool is_known = !node->list;
        for (size_t i = 0; i < sizeof known / sizeof *known && !is_known; i++)
            is_known = lw_sexpr_is(node, known[i]);
        if (!is_known)
            dsn_skip(r, node);
    }
}

static void read_sections(dsn_reader *r)
{
    static const struct {
        const char *name;
        dsn_read_list *read;
    } order[] = {
        {"structure", dsn_read_layers},  {"structure", dsn_read_structure_rules},
        {"library", dsn_read_padstacks}, {"structure", dsn_read_areas},
        {"library", dsn_read_images},    {"placement", dsn_read_placement},
    };
    dsn_read_units(r);
    read_host(r);
    check_sections(r);
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        dsn_each(r, r->file.root, order[i].name, order[i].read);
    if (!r->status && r->board->layers.count == 0)
        dsn_fail(r, r->file.root, "the design has no layers");
    if (!r->status)
        dsn_place(r);
    dsn_each(r, r->file.root, "network", dsn_read_nets);
    dsn_each(r, r->file.root, "network", dsn_read_classes);
    if (!r->status)
        dsn_finish_classes(r);
    if (!r->status)
        dsn_guard_holes(r);
    dsn_each(r, r->file.root, "wiring", dsn_read_wiring);
    if (r->session && !r->status)
        dsn_read_session(r);
    dsn_each(r, r->file.root, "structure", dsn_read_planes);
    if (r->status)
        return;
    dsn_finish_outline(r);
    dsn_close_layers(r);
    dsn_warn_of_more(r);
}

static void start(dsn_reader *r, const char *path, const char *text, size_t size)
{
    r->scratch = r->file.arena;
    r->board = lw_board_new(path, text, size);
    r->board->name = lw_name_of_file(r->board->names, r->board->path);
    r->board->format = LW_FORMAT_SPECCTRA;
    r->board->latin = r->decoded.at != NULL;
    r->rules = dsn_no_rules();
    r->via = -1;
    lw_dict **dicts[] = {&r->layers, &r->stacks,  &r->images, &r->places,
                         &r->nets,   &r->classes, &r->pins,   &r->told};
    for (size_t i = 0; i < sizeof dicts / sizeof *dicts; i++)
        *dicts[i] = lw_dict_new(r->scratch);
}

static lw_status open_both(const char *path, const char *text, size_t size,
                           const lw_sexpr_file *session, dsn_reader *r, lw_error *err)
{
    *r = (dsn_reader){.session = session, .parts = 1, .err = err};
    if (!lw_is_utf8(text, size)) {
        lw_latin_decode(text, size, &r->decoded);
        text = r->decoded.at;
        size = r->decoded.count;
    }
    r->status = lw_sexpr_parse(path, text, size, LW_SEXPR_SPECCTRA, &r->file, err);
    if (r->status) {
        lw_buffer_free(&r->decoded);
        return r->status;
    }
    start(r, path, text, size);
    if (!lw_sexpr_is(r->file.root, "pcb"))
        dsn_fail(r, r->file.root, "is no Specctra design: it begins with (%s",
                 dsn_brief(r, r->file.root->text));
    else
        read_sections(r);
    lw_status status = r->status;
    if (status)
        dsn_close(r);
    return status;
}

lw_status dsn_open(const char *path, const char *text, size_t size, dsn_reader *r, lw_error *err)
{
    return open_both(path, text, size, NULL, r, err);
}

void dsn_close(dsn_reader *r)
{
    lw_board_free(r->board);
    lw_sexpr_free(&r->file);
    lw_buffer_free(&r->decoded);
}

lw_status dsn_read_both(const char *path, const char *text, size_t size,
                        const lw_sexpr_file *session, lw_board **out, lw_error *err)
{
    dsn_reader r;
    *out = NULL;
    lw_status status = open_both(path, text, size, session, &r, err);
    if (status)
        return status;
    lw_board_finish(r.board);
    *out = r.board;
    r.board = NULL;
    dsn_close(&r);
    return LW_OK;
}

lw_status dsn_read(const char *path, const char *text, size_t size, lw_board **out, lw_error *err)
{
    return dsn_read_both(path, text, size, NULL, out, err);
}
