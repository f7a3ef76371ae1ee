#include "module/module.h"

const lw_pictures_module lw_pictures = {
    .version = LW_VERSION,
    .render = lw_render,
    .render_pages = lw_render_pages,
    .maze_render = lw_maze_render,
};
