#include "draw/theme.h"

/*
 * Top is red, bottom blue, and all copper colours are of Paul Tol's "vibrant" scheme, which people
 * with any kind of colour blindness can tell apart (https://sronpersonalpages.nl/~pault/).
 */

#define THIN      60000
#define WIDE_STEP 1200000
#define STEP      600000

enum { COPPER_COLOURS = 8 };

typedef struct palette {
    uint32_t paper;
    uint32_t copper[COPPER_COLOURS]; /* top, bottom, then the inner ones over and over */
    lw_pen role[LW_ROLE_COUNT];
} palette;

static const palette
    palettes[] =
        {
            [LW_THEME_LIGHT] =
                {
                    .paper = 0xFFFFFFFF,
                    .copper = {0xCC3311C0, 0x0077BBC0, 0x009988C0, 0xAA4499C0, 0x999933C0,
                               0x332288C0, 0x882255C0, 0xEE7733C0},
                    .role =
                        {
                            [LW_ROLE_BOARD] = {.fill = 0xF1F4E9FF},
                            [LW_ROLE_DOCUMENT] = {.fill = 0xB4B4B4FF},
[LW_ROLE_NOTE] = {.fill = 0x808080FF, .halo = 0xF1F4E9C0},
                            [LW_ROLE_SILK_BOTTOM] = {.fill = 0xA6B4C6FF, .halo = 0xF1F4E9C0},
                            [LW_ROLE_PLATED] = {.fill = 0xC09A2BFF},
                            [LW_ROLE_KEEPOUT_TRACKS] = {.lines = 0x707070FF},
                            [LW_ROLE_DRILL] = {.fill = 0xFFFFFFFF},
                            [LW_ROLE_HOLE_RIM] = {.fill = 0x303030FF},
                            [LW_ROLE_HOLE] = {.fill = 0xFFFFFFFF},
                            [LW_ROLE_OUTLINE] = {.fill = 0x202020FF},
                            [LW_ROLE_SILK_TOP] = {.fill = 0x202020FF, .halo = 0xF1F4E9C0},
                            [LW_ROLE_JUMPER] = {.fill = 0x404040FF},
                            [LW_ROLE_RATSNEST] = {.fill = 0x6F2DA8D8},
                            [LW_ROLE_OLD_FAULT] = {.fill = 0xF08CB0FF},
                            [LW_ROLE_FAULT] = {.fill = 0xE6006EFF, .halo = 0xF1F4E9C0},
                            [LW_ROLE_WALL] = {.fill = 0x333333FF},
                            [LW_ROLE_DONE] = {.fill = 0xB8D6F0FF},
                            [LW_ROLE_DONE_BACK] = {.fill = 0xD6CBEEFF, .lines = 0x6A5A98FF},
                            [LW_ROLE_WAITING] = {.fill = 0xEE9944FF},
                            [LW_ROLE_WAITING_BACK] = {.fill = 0xC9B23AFF, .lines = 0x5C4E00FF},
                            [LW_ROLE_WAY] = {.fill = 0x99105FFF},
                            [LW_ROLE_DEAR] = {.lines = 0x8A6D00FF},
                            [LW_ROLE_CAPTION] = {.fill = 0x202020FF},
                            [LW_ROLE_NUMBER] = {.fill = 0x202020FF, .halo = 0xFFFFFFC0},
                        },
                },
            [LW_THEME_DARK] =
                {
                    .paper = 0x14161AFF,
                    .copper = {0xE8553AC8, 0x3E9BE0C8, 0x19B8A4C8, 0xC56FB4C8, 0xB9B94AC8,
                               0x7B74D6C8, 0xC24E86C8, 0xF2A65AC8},
                    .role =
                        {
                            [LW_ROLE_BOARD] = {.fill = 0x262B31FF},
                            [LW_ROLE_DOCUMENT] = {.fill = 0x5C626AFF},
[LW_ROLE_NOTE] = {.fill = 0x8A9098FF, .halo = 0x262B31C0},
                            [LW_ROLE_SILK_BOTTOM] = {.fill = 0x56657CFF, .halo = 0x262B31C0},
                            [LW_ROLE_PLATED] = {.fill = 0xDDB94CFF},
                            [LW_ROLE_KEEPOUT_TRACKS] = {.lines = 0x9A9FA6FF},
                            [LW_ROLE_DRILL] = {.fill = 0x14161AFF},
                            [LW_ROLE_HOLE_RIM] = {.fill = 0xC8CCD2FF},
                            [LW_ROLE_HOLE] = {.fill = 0x14161AFF},
                            [LW_ROLE_OUTLINE] = {.fill = 0xE0E3E8FF},
                            [LW_ROLE_SILK_TOP] = {.fill = 0xF2F2EEFF, .halo = 0x262B31C0},
                            [LW_ROLE_JUMPER] = {.fill = 0xC8CCD2FF},
                            [LW_ROLE_RATSNEST] = {.fill = 0xE8E4A0D8},
                            [LW_ROLE_OLD_FAULT] = {.fill = 0xA8497AFF},
                            [LW_ROLE_FAULT] = {.fill = 0xFF4FA3FF, .halo = 0x262B31C0},
                            [LW_ROLE_WALL] = {.fill = 0x8B929BFF},
                            [LW_ROLE_DONE] = {.fill = 0x2C5A86FF},
                            [LW_ROLE_DONE_BACK] = {.fill = 0x5E4F8CFF, .lines = 0xC8BCF0FF},
                            [LW_ROLE_WAITING] = {.fill = 0xEE9944FF},
                            [LW_ROLE_WAITING_BACK] = {.fill = 0xC8B43CFF, .lines = 0x14161AFF},
                            [LW_ROLE_WAY] = {.fill = 0xFF8FD0FF},
                            [LW_ROLE_DEAR] = {.lines = 0xE0CC80FF},
                            [LW_ROLE_CAPTION] = {.fill = 0xF2F2EEFF},
                            [LW_ROLE_NUMBER] = {.fill = 0xF2F2EEFF, .halo = 0x14161AC0},
                        },
                },
            [LW_THEME_PRINT] =
                {
                    .paper = 0xFFFFFFFF,
                    .copper = {0x707070FF, 0xC8C8C8FF, 0xB0B0B0FF, 0x989898FF, 0xA4A4A4FF,
                               0xBCBCBCFF, 0x8C8C8CFF, 0xD4D4D4FF},
                    .role =
                        {
                            [LW_ROLE_DOCUMENT] = {.fill = 0xC0C0C0FF},
[LW_ROLE_NOTE] = {.fill = 0x808080FF, .halo = 0xFFFFFFD0},
                            [LW_ROLE_SILK_BOTTOM] = {.fill = 0xB4B4B4FF, .halo = 0xFFFFFFD0},
                            [LW_ROLE_PLATED] = {.fill = 0x303030FF},
                            [LW_ROLE_KEEPOUT_TRACKS] = {.lines = 0x808080FF},
                            [LW_ROLE_DRILL] = {.fill = 0xFFFFFFFF},
                            [LW_ROLE_HOLE_RIM] = {.fill = 0x000000FF},
                            [LW_ROLE_HOLE] = {.fill = 0xFFFFFFFF},
                            [LW_ROLE_OUTLINE] = {.fill = 0x000000FF},
                            [LW_ROLE_SILK_TOP] = {.fill = 0x000000FF, .halo = 0xFFFFFFD0},
                            [LW_ROLE_JUMPER] = {.fill = 0x000000FF},
                            [LW_ROLE_RATSNEST] = {.fill = 0x000000FF},
                            [LW_ROLE_OLD_FAULT] = {.fill = 0x808080FF},
                            [LW_ROLE_FAULT] = {.fill = 0x000000FF, .halo = 0xFFFFFFD0},
                            [LW_ROLE_WALL] = {.fill = 0x707070FF},
                            [LW_ROLE_DONE] = {.fill = 0xE4E4E4FF},
                            [LW_ROLE_DONE_BACK] = {.fill = 0xE4E4E4FF, .lines = 0x606060FF},
                            [LW_ROLE_WAITING] = {.fill = 0xB4B4B4FF},
                            [LW_ROLE_WAITING_BACK] = {.fill = 0xB4B4B4FF, .lines = 0x202020FF},
                            [LW_ROLE_WAY] = {.fill = 0x000000FF},
                            [LW_ROLE_DEAR] = {.lines = 0x606060FF},
                            [LW_ROLE_CAPTION] = {.fill = 0x000000FF},
                            [LW_ROLE_NUMBER] = {.fill = 0x000000FF, .halo = 0xFFFFFFD0},
                        },
                },
};

/* What hatches tell apart without colour, the top being plain. */
static const int print_hatch[COPPER_COLOURS] = {
    0,
    LW_HATCH_RISING,
    LW_HATCH_FALLING,
    LW_HATCH_RISING | LW_HATCH_FALLING,
    LW_HATCH_RISING,
    LW_HATCH_FALLING,
    LW_HATCH_RISING | LW_HATCH_FALLING,
    0,
};

static uint32_t copper_index(uint32_t layer, uint32_t layer_count)
{
    if (layer == 0)
        return 0;
    if (layer + 1 == layer_count)
        return 1;
    return 2 + (layer - 1) % (COPPER_COLOURS - 2);
}

static uint32_t opaque(uint32_t colour)
{
    return colour | 0xFF;
}

static uint32_t paler(uint32_t colour, uint32_t of_256)
{
    return (colour & 0xFFFFFF00) | (colour & 0xFF) * of_256 / 256;
}

static lw_pen copper_pen(lw_theme theme, uint32_t index)
{
    lw_pen pen = {.fill = palettes[theme].copper[index], .pitch = STEP / 2, .width = THIN};
    if (theme == LW_THEME_PRINT && print_hatch[index]) {
        pen.hatch = print_hatch[index];
        pen.lines = 0x404040FF;
    }
    return pen;
}

static lw_pen hatched(lw_pen pen, int hatch, lw_nm pitch)
{
    pen.hatch = hatch;
    pen.pitch = pitch;
    pen.width = THIN;
    return pen;
}

static lw_pen hatch_pen(uint32_t lines, int hatch, lw_nm pitch)
{
    return hatched((lw_pen){.lines = lines}, hatch, pitch);
}

static lw_pen layer_pen(lw_theme theme, lw_role role, uint32_t layer, uint32_t layer_count)
{
    bool on_one = layer < LW_LAYER_SHARED;
    uint32_t index = on_one ? copper_index(layer, layer_count) : 0;
    uint32_t colour = palettes[theme].copper[index];
    uint32_t keepout = on_one ? opaque(colour) : palettes[theme].role[LW_ROLE_KEEPOUT_TRACKS].lines;
    switch (role) {
    case LW_ROLE_COPPER:
        return copper_pen(theme, index);
    case LW_ROLE_POUR:
        return hatch_pen(paler(colour, 90), index ? LW_HATCH_FALLING : LW_HATCH_RISING, WIDE_STEP);
    case LW_ROLE_POUR_RIM:
        return (lw_pen){.fill = colour};
    case LW_ROLE_KEEPOUT_TRACKS:
        return hatch_pen(keepout, LW_HATCH_RISING, STEP);
    case LW_ROLE_KEEPOUT_VIAS:
        return hatch_pen(keepout, LW_HATCH_FALLING, STEP);
    case LW_ROLE_KEEPOUT:
        return hatch_pen(keepout, LW_HATCH_RISING | LW_HATCH_FALLING, STEP);
    case LW_ROLE_DEAR:
        return hatch_pen(palettes[theme].role[role].lines, LW_HATCH_RISING, STEP);
    case LW_ROLE_DONE_BACK:
    case LW_ROLE_WAITING_BACK:
        return hatched(palettes[theme].role[role], LW_HATCH_FALLING, WIDE_STEP);
    default:
        return palettes[theme].role[role];
    }
}

uint32_t lw_theme_paper(lw_theme theme)
{
    return palettes[theme].paper;
}

lw_pen lw_theme_pen(lw_theme theme, const lw_stratum *stratum, uint32_t layer_count)
{
    lw_pen pen = layer_pen(theme, stratum->role, stratum->layer, layer_count);
    if (stratum->faint) {
        /* A drill stays a hole. */
        uint32_t rest = stratum->role == LW_ROLE_DRILL ? 256 : 56;
        pen.fill = paler(pen.fill, rest);
        pen.halo = paler(pen.halo, rest);
        pen.lines = paler(pen.lines, rest);
    }
    return pen;
}

const char *lw_theme_name(lw_theme theme)
{
    static const char *const names[] = {"light", "dark", "print"};
    return theme < LW_THEME_COUNT ? names[theme] : NULL;
}
