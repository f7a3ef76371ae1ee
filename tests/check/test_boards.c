/*
 * Boards that people routed. How many connections are open without their pours was counted by KiCad
 * 6, from the pads that its connectivity puts together.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include "leeway/check.h"
#include "leeway/io.h"

static const struct {
    const char *name;
    uint32_t open;
} boards[] = {
    {"ada-ano-encoder", 0},
    {"ada-cc3000-breakout", 30},
    {"ada-feather-rp2040", 40},
    {"ada-flora-gps", 4},
    {"ada-metro-mini", 20},
    {"ada-motor-shield-v2", 42},
    {"ada-mpr121", 8},
    {"ada-music-maker", 40},
    {"ada-pwm-servo-shield", 43},
    {"ada-sgp30", 12},
    {"ada-tft18-shield", 30},
    {"ada-trinkey-qt2040", 24},
    {"elli-arduelli", 263},
    {"elli-poelli-at", 131},
    {"elli-poelli-first", 77},
    {"elli-raspi-mech", 32},
    {"ft-protoshield-basic", 31},
    {"lpl-moteino-r3", 0},
    {"oem-emontx-shield", 0},
    {"oem-relay-unit", 1},
    {"oem-relay-xrf", 1},
    {"oem-rfm69-th-unrouted", 58},
    {"oli-imx233-micro", 0},
    {"os-33-master", 0},
    {"os-dcdr33", 1},
    {"os-pi150", 0},
    {"rj-base-station", 2},
    {"rj-breakbeam-rx", 0},
    {"rj-mcp23017", 0},
    {"rj-motortester", 12},
    {"rj-radio-v32", 53},
    {"rj-reflow-oven", 4},
    {"rj-trinamic", 73},
    {"sat-grbl", 28},
    {"sat-laser", 0},
    {"sat-micro", 0},
    {"sf-ardumoto", 27},
    {"sf-badgerstick", 27},
    {"sf-bar-graph", 0},
    {"sf-bmp180", 4},
    {"sf-edison-oled-panel", 120},
    {"sf-graphic-lcd", 8},
    {"sf-led-ringcoder", 11},
    {"sf-line-follower", 44},
    {"sf-lumini-3in", 130},
    {"sf-lumini-8x8", 103},
    {"sf-midi-shield", 14},
    {"sf-minimoto", 15},
    {"sf-protoshield", 6},
    {"sf-redstick", 22},
    {"sf-roshamglo", 16},
    {"sf-touch-keypad", 5},
    {"sf-wake-on-shake", 19},
    {"tb-blink1-disc-v2", 39},
    {"wat-co2-ampel", 58},
    {"wat-nanite85", 11},
    {"wat-pro-mini-pb", 20},
    {"wat-rtc", 3},
    {"wat-uno", 41},
    {"wat-vcard", 20},
};

Test(check, real_boards_have_as_many_open_connections_as_another_program_counts)
{
    const char *folder = getenv("LEEWAY_BOARDS");
    char path[4096];
    snprintf(path, sizeof path, "%s/eagle/INDEX.tsv", folder ? folder : "");
    FILE *index = folder ? fopen(path, "r") : NULL;
    if (!index)
        cr_skip_test("real boards are not here");
    fclose(index);
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        snprintf(path, sizeof path, "%s/eagle/%s.brd", folder, boards[i].name);
        lw_board *board;
        lw_error err = {0};
        cr_assert_eq(lw_board_load(path, &board, &err), LW_OK, "%s", err.text);
        lw_report *report;
        lw_check_options options = lw_check_options_default();
        cr_assert_eq(lw_check(board, NULL, &options, &report, NULL), LW_OK);
        cr_expect_eq(report->open, boards[i].open, "%s: %u instead of %u", boards[i].name,
                     report->open, boards[i].open);
        lw_report_free(report);
        lw_board_free(board);
    }
}
