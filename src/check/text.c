/*
 * Faults in words.
 */
#include <stdarg.h>
#include <stdio.h>
#include "base/number.h"
#include "leeway/check.h"

typedef struct lw_line {
    char *at;
    size_t size, used;
} lw_line;

static void say(lw_line *line, const char *format, ...) LW_PRINTF(2, 3);

static void say(lw_line *line, const char *format, ...)
{
    size_t room = line->used < line->size ? line->size - line->used : 0;
    va_list arguments;
    va_start(arguments, format);
    int written = vsnprintf(room ? line->at + line->used : NULL, room, format, arguments);
    va_end(arguments);
    line->used += written > 0 ? (size_t)written : 0;
}

/* In mm with four decimals at most, which is finer than any rule. What is measured is rounded down
 * and what is asked for up, so that the two never read the same. */
static void say_length(lw_line *line, int64_t length, bool up)
{
    char buffer[LW_NUMBER_ROOM];
    int64_t part = length / 100, rest = length % 100;
    if (rest < 0 && !up)
        part--;
    if (rest > 0 && up)
        part++;
    say(line, "%s", lw_print_fixed(part, 10000, buffer));
}

static void say_item(lw_line *line, const lw_board *board, const lw_item *item)
{
    char pad[160];
    switch (item->kind) {
    case LW_ITEM_TRACK:
        say(line, "track of %s", lw_net_name(board, item->net));
        break;
    case LW_ITEM_VIA:
        say(line, "via of %s", lw_net_name(board, item->net));
        break;
    case LW_ITEM_PAD:
        say(line, "pad %s", lw_pad_name(board, item->index, pad, sizeof pad));
        if (item->net != LW_NO_NET)
            say(line, " (%s)", lw_net_name(board, item->net));
        break;
    case LW_ITEM_COPPER:
        say(line, "drawn copper");
        break;
    case LW_ITEM_HOLE:
        say(line, board->holes.at[item->index].milled ? "milled contour" : "hole");
        break;
    case LW_ITEM_EDGE:
        say(line, "edge");
        break;
    default:
        say(line, "keepout");
    }
}

static void say_layers(lw_line *line, const lw_board *board, lw_layers layers)
{
    const char *between = ", ";
    layers &= lw_board_layers(board);
    if (board->layers.count > 2 && layers == lw_board_layers(board)) {
        say(line, ", all layers");
        return;
    }
    for (uint32_t i = 0; i < board->layers.count; i++) {
        if (layers & LW_LAYER(i)) {
            say(line, "%s%s", between, board->layers.at[i].name);
            between = "/";
        }
    }
}

/* "0.152 mm instead of 0.2 mm" */
static void say_measure(lw_line *line, const lw_violation *fault)
{
    if (fault->rule == LW_RULE_SHORT) {
        say(line, " touch");
    } else if (fault->actual < 0) {
        say(line, " overlap");
    } else {
        say(line, ", ");
        say_length(line, fault->actual, false);
        say(line, " mm instead of ");
        say_length(line, fault->required, true);
        say(line, " mm");
    }
}

const char *lw_violation_text(const lw_board *board, const lw_violation *fault, char *buffer,
                              size_t size)
{
    lw_line line = {buffer, size, 0};
    if (size)
        buffer[0] = '\0';
    say(&line, "%s: ", lw_rule_name(fault->rule));
    say_item(&line, board, &fault->a);
    if (fault->b.kind != LW_ITEM_KIND_COUNT) {
        say(&line, " and ");
        say_item(&line, board, &fault->b);
        say_measure(&line, fault);
    } else if (fault->rule == LW_RULE_OUTSIDE) {
        say(&line, " leaves the board");
    } else if (fault->rule == LW_RULE_DANGLING) {
        say(&line, fault->a.kind == LW_ITEM_VIA ? " joins no two layers" : " ends in nothing");
    } else {
        say_measure(&line, fault);
    }
    if (fault->rule != LW_RULE_HOLE_TO_HOLE && fault->rule != LW_RULE_DRILL)
        say_layers(&line, board, fault->layers);
    say(&line, ", at ");
    say_length(&line, fault->at.x, false);
    say(&line, ", ");
    say_length(&line, lw_board_file_y(board, fault->at.y), false);
    return buffer;
}
