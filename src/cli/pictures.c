/* The options of pictures, which route, check and draw share. */
#include <string.h>
#include "cli.h"
#include "draw/render.h"

const char *cli_theme_choice(int index)
{
    return index < LW_THEME_COUNT ? lw_theme_name((lw_theme)index) : NULL;
}

/* A layer's name in any case, or "top" and "bottom" whatever they are called; -1: none. */
static int find_layer(const lw_board *board, const char *name)
{
    for (uint32_t i = 0; i < board->layers.count; i++)
        if (strcasecmp(board->layers.at[i].name, name) == 0)
            return (int)i;
    if (strcasecmp(name, "top") == 0)
        return 0;
    if (strcasecmp(name, "bottom") == 0)
        return (int)board->layers.count - 1;
    return -1;
}

static int no_such(const cli_command *command, const char *what, const lw_nearest *near)
{
    char hint[256];
    return cli_misused(command, "the board has no %s \"%s\"%s", what, near->word,
                       lw_nearest_hint(near, hint, sizeof hint));
}

static int no_such_layer(const cli_command *command, const lw_board *board, const char *name)
{
    lw_nearest near = lw_nearest_to(name);
    for (uint32_t i = 0; i < board->layers.count; i++)
        lw_nearest_try(&near, board->layers.at[i].name);
    return no_such(command, "layer", &near);
}

int cli_find_layers(const cli_command *command, const lw_board *board, const char *names,
                    lw_layers *layers)
{
    while (true) {
        char name[256];
        size_t length = strcspn(names, ",");
        snprintf(name, sizeof name, "%.*s", (int)length, names);
        int layer = find_layer(board, name);
        if (layer < 0)
            return no_such_layer(command, board, name);
        *layers |= LW_LAYER(layer);
        if (names[length] == '\0')
            return CLI_GO_ON;
        names += length + 1;
    }
}

static int no_such_net(const cli_command *command, const lw_board *board, const char *name)
{
    lw_nearest near = lw_nearest_to(name);
    for (uint32_t i = 0; i < board->nets.count; i++)
        lw_nearest_try(&near, board->nets.at[i].name);
    return no_such(command, "net", &near);
}

int cli_picture_options(const cli_command *command, const lw_board *board,
                        const cli_pictures *pictures, lw_draw_options *options)
{
    *options = lw_draw_options_default();
    options->theme = (lw_theme)pictures->theme;
    options->silk = !pictures->no_silk;
    options->legend = pictures->legend;
    options->dpi = pictures->dpi;
    options->width = pictures->width;
    if (pictures->net != NULL) {
        options->highlight = lw_board_net(board, pictures->net);
        if (options->highlight == LW_NO_NET)
            return no_such_net(command, board, pictures->net);
    }
    if (pictures->layers != NULL)
        return cli_find_layers(command, board, pictures->layers, &options->layers);
    return CLI_GO_ON;
}

int cli_check_pictures(const cli_pictures *pictures)
{
    bool any = false;
    for (int i = 0; i < LW_PICTURE_COUNT; i++)
        any = any || pictures->file[i] != NULL;
    lw_error err = {0};
    lw_status status = any ? lw_render_ready(&err) : LW_OK;
    return status == LW_OK ? CLI_GO_ON : cli_failed(status, &err);
}

const char *cli_pictures_of_boards(const cli_pictures *pictures)
{
    return pictures->layers != NULL ? "layers"
           : pictures->net != NULL  ? "net"
           : pictures->no_silk      ? "no-silk"
           : pictures->legend       ? "legend"
                                    : NULL;
}

int cli_draw_pictures(const lw_board *board, const lw_routes *routes, const lw_report *report,
                      const cli_pictures *pictures, const lw_draw_options *options)
{
    for (int i = 0; i < LW_PICTURE_COUNT; i++) {
        if (pictures->file[i] == NULL)
            continue;
        lw_error err = {0};
        lw_status status =
            lw_draw(board, routes, report, options, (lw_picture)i, pictures->file[i], &err);
        if (status != LW_OK)
            return cli_failed(status, &err);
    }
    return CLI_GO_ON;
}
