/*
 * Reads a session: the copper that a router gave back for a design. It stands for all copper of the
 * design but what is fixed, which no session repeats. Lengths are in parts of the resolution.
 */
#include <stdlib.h>
#include "board/build.h"
#include "io/dsn.h"
#include "io/latin.h"

static const lw_sexpr *child_of(dsn_reader *r, const lw_sexpr *list, const char *name)
{
    const lw_sexpr *child = r->status ? NULL : lw_sexpr_child(list, name);
    if (!child)
        dsn_fail(r, list, "the session has no (%s ...)", name);
    return child;
}

static void read_net(dsn_reader *r, const lw_sexpr *list)
{
    const char *name = dsn_name(r, list, 1);
    int32_t net = r->status ? -1 : lw_dict_get(r->nets, name, NULL);
    if (net < 0)
        dsn_fail(r, list, "the design has no net \"%s\"", dsn_brief(r, name));
    for (const lw_sexpr *node = list->first; node && !r->status; node = node->next)
        dsn_read_copper(r, node, net);
}

static void read_routes(dsn_reader *r, const lw_sexpr *routes)
{
    dsn_enter_parts(r, child_of(r, routes, "resolution"));
    const lw_sexpr *out = child_of(r, routes, "network_out");
    const lw_sexpr *net = out ? lw_sexpr_child(out, "net") : NULL;
    for (; net && !r->status; net = lw_sexpr_sibling(net, "net"))
        read_net(r, net);
}

/* Writers look for what is old in the text of the design, where this copper is not. */
static void forget_sources(lw_board *board, uint32_t tracks, uint32_t vias, uint32_t copper)
{
    for (uint32_t i = tracks; i < board->tracks.count; i++)
        board->tracks.at[i].source = (lw_span){0};
    for (uint32_t i = vias; i < board->vias.count; i++)
        board->vias.at[i].source = (lw_span){0};
    for (uint32_t i = copper; i < board->copper.count; i++)
        board->copper.at[i].source = (lw_span){0};
}

void dsn_read_session(dsn_reader *r)
{
    lw_sexpr_file design = r->file;
    lw_board *board = r->board;
    uint32_t tracks = board->tracks.count, vias = board->vias.count, copper = board->copper.count;
    int64_t unit = r->unit;
    r->file = *r->session;
    if (!lw_sexpr_is(r->file.root, "session"))
        dsn_fail(r, r->file.root, "is no session of Specctra: it begins with (%s",
                 dsn_brief(r, r->file.root->text));
    const lw_sexpr *routes = child_of(r, r->file.root, "routes");
    if (routes)
        read_routes(r, routes);
    r->unit = unit;
    r->parts = 1;
    r->file = design;
    forget_sources(board, tracks, vias, copper);
}

lw_status ses_read(const char *path, const char *text, size_t size, const char *session_path,
                   const char *session, size_t session_size, lw_board **out, lw_error *err)
{
    lw_sexpr_file file;
    lw_buffer decoded = {0};
    *out = NULL;
    if (!lw_is_utf8(session, session_size)) {
        lw_latin_decode(session, session_size, &decoded);
        session = decoded.at;
        session_size = decoded.count;
    }
    lw_status status =
        lw_sexpr_parse(session_path, session, session_size, LW_SEXPR_SPECCTRA, &file, err);
    if (!status) {
        status = dsn_read_both(path, text, size, &file, out, err);
        lw_sexpr_free(&file);
    }
    lw_buffer_free(&decoded);
    return status;
}
