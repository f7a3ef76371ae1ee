#include "small.h"

static lw_shape points(lw_board *board, const lw_point *at, uint32_t count, lw_nm radius)
{
    return (lw_shape){lw_arena_copy(board->arena, at, count, sizeof *at), count, count > 2, radius};
}

static void add_layers(lw_board *board)
{
    static const char *const names[] = {"top", "bottom"};
    for (int i = 0; i < 2; i++)
        lw_list_add(board->arena, &board->layers)->name = lw_intern(board->names, names[i]);
}

static void add_outline(lw_board *board)
{
    const lw_point corners[] = {{0, 0}, {MM(20), 0}, {MM(20), MM(10)}, {0, MM(10)}};
    *lw_list_add(board->arena, &board->outline) = points(board, corners, 4, 0);
}

static void add_package(lw_board *board, const char *name, lw_nm drill, lw_layers layers,
                        lw_shape shape)
{
    lw_package *package = lw_list_add(board->arena, &board->packages);
    package->name = lw_intern(board->names, name);
    lw_package_pad *pad = lw_list_add(board->arena, &package->pads);
    pad->name = lw_intern(board->names, "1");
    pad->drill = drill;
    *lw_list_add(board->arena, &pad->copper) = (lw_copper){layers, shape};
}

static void add_element(lw_board *board, const char *name, uint32_t package, lw_nm x, lw_nm y)
{
    lw_element *element = lw_list_add(board->arena, &board->elements);
    element->name = lw_intern(board->names, name);
    element->value = lw_intern(board->names, "");
    element->package = package;
    element->placement.at = (lw_point){x, y};
}

static lw_net *add_net(lw_board *board, const char *name)
{
    lw_net *net = lw_list_add(board->arena, &board->nets);
    net->name = lw_intern(board->names, name);
    return net;
}

static void join(lw_board *board, lw_net_id net, uint32_t pad)
{
    *lw_list_add(board->arena, &board->nets.at[net].pads) = pad;
    board->pads.at[pad].net = net;
}

static void add_track(lw_board *board, lw_net_id net, uint32_t layer, lw_nm width, lw_point a,
                      lw_point b)
{
    lw_track *track = lw_list_add(board->arena, &board->tracks);
    *track = (lw_track){.net = net, .layer = layer, .width = width, .ends = {a, b}};
}

lw_board *small_board(void)
{
    lw_board *board = lw_board_new("small.xml", "", 0);
    board->name = lw_intern(board->names, "small");
    board->units = lw_intern(board->names, "mm");
    board->unit = 1000000;
    add_layers(board);
    add_outline(board);
    const lw_point centre[] = {{0, 0}};
    const lw_point rectangle[] = {
        {-MM(1), -MM(0.5)}, {MM(1), -MM(0.5)}, {MM(1), MM(0.5)}, {-MM(1), MM(0.5)}};
    add_package(board, "PIN", MM(0.8), LW_LAYER(0) | LW_LAYER(1), points(board, centre, 1, MM(1)));
    add_package(board, "SMD", 0, LW_LAYER(0), points(board, rectangle, 4, 0));
    add_element(board, "R1", 0, MM(5), MM(5));
    add_element(board, "R2", 0, MM(15), MM(5));
    add_element(board, "S1", 1, MM(10), MM(8));
    lw_board_place(board);
    add_net(board, "A");
    add_net(board, "B");
    join(board, 0, 0);
    join(board, 0, 1);
    join(board, 1, 2);
    add_track(board, 0, 0, MM(1), (lw_point){MM(5), MM(5)}, (lw_point){MM(15), MM(5)});
    add_track(board, 1, 1, MM(0.5), (lw_point){MM(2), MM(2)}, (lw_point){MM(7), MM(2)});
    const lw_point hole[] = {{MM(10), MM(2)}};
    lw_list_add(board->arena, &board->holes)->shape = points(board, hole, 1, MM(1));
    lw_board_finish(board);
    return board;
}

lw_text *small_text(lw_board *board, const char *text, lw_nm x, lw_nm y)
{
    lw_text *added = lw_list_add(board->arena, &board->texts);
    added->height = MM(1);
    added->placement.at = (lw_point){x, y};
    added->text = text;
    return added;
}
