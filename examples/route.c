/*
 * Loads a board, routes it, judges the result, saves and draws it.
 *
 *     cc route.c $(pkg-config --cflags --libs leeway) -o route
 *     ./route blinker.xml routed.xml routed.svg
 */
#include <stdio.h>
#include <leeway/leeway.h>

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: %s BOARD ROUTED DRAWING.svg\n", argv[0]);
        return 2;
    }
    lw_error err = {0};
    lw_board *board = NULL;
    lw_routes *routes = NULL;
    lw_report *report = NULL;
    const lw_route_options route_options = lw_route_options_default();
    const lw_check_options check_options = lw_check_options_default();
    const lw_draw_options draw_options = lw_draw_options_default();

    lw_status status = lw_board_load(argv[1], &board, &err);
    if (!status)
        status = lw_route(board, &route_options, &routes, NULL, &err);
    if (!status)
        status = lw_check(board, routes, &check_options, &report, &err);
    if (!status)
        status = lw_board_save(board, routes, board->format, argv[2], &err);
    if (!status)
        status = lw_draw(board, routes, report, &draw_options, LW_SVG, argv[3], &err);

    if (status) {
        char text[1024];
        fprintf(stderr, "%s\n", lw_error_text(&err, text, sizeof text));
    } else {
        printf("%s: %u of %u connections routed, %u violations\n", board->name,
               report->connections - report->open, report->connections, report->violations);
    }
    lw_report_free(report);
    lw_routes_free(routes);
    lw_board_free(board);
    return status != LW_OK;
}
