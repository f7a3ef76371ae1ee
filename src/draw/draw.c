#include "leeway/draw.h"

#include "base/fail.h"
#include "base/file.h"
#include "draw/render.h"

lw_draw_options lw_draw_options_default(void)
{
    return (lw_draw_options){.theme = LW_THEME_LIGHT, .silk = true, .highlight = LW_NO_NET};
}

static lw_status check_options(const lw_board *board, const lw_draw_options *options,
                               lw_picture picture, lw_error *err)
{
    if ((unsigned)picture >= LW_PICTURE_COUNT)
        return lw_fail(err, LW_ERR_OPTION, "", 0, 0, "there is no such kind of picture");
    if ((unsigned)options->theme >= LW_THEME_COUNT)
        return lw_fail(err, LW_ERR_OPTION, "", 0, 0, "there is no such theme");
    if (options->layers & ~lw_board_layers(board))
        return lw_fail(err, LW_ERR_OPTION, "", 0, 0,
                       "the board has %u layers, not the ones asked for", board->layers.count);
    if (options->highlight < LW_NO_NET ||
        (options->highlight >= 0 && (uint32_t)options->highlight >= board->nets.count))
        return lw_fail(err, LW_ERR_OPTION, "", 0, 0, "the board has no such net to highlight");
    return LW_OK;
}

lw_status lw_draw(const lw_board *board, const lw_routes *routes, const lw_report *report,
                  const lw_draw_options *options, lw_picture picture, const char *path,
                  lw_error *err)
{
    lw_draw_options fallback = lw_draw_options_default();
    if (!options)
        options = &fallback;
    lw_status status = check_options(board, options, picture, err);
    if (status)
        return status;
    lw_buffer file = {0};
    lw_scene *scene = lw_scene_new(board, routes, report, options);
    status = lw_render(scene, options, picture, &file, err);
    if (!status)
        status = lw_file_write(path, file.at, file.count, err);
    lw_scene_free(scene);
    lw_buffer_free(&file);
    return status;
}
