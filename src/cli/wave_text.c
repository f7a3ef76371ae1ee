#include "wave_text.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>
#include "lesson/frame_text.h"

enum { SPEED = 10, COLUMNS_UNASKED = 240 };

typedef struct screen {
    bool is_terminal;
    int32_t columns, lines; /* 0: not known */
    lw_frame_style style;
} screen;

static screen look_at_screen(void)
{
    struct winsize size;
    const char *no_colour = getenv("NO_COLOR"), *kind = getenv("TERM");
    screen found = {.is_terminal = isatty(STDOUT_FILENO) == 1};
    if (found.is_terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) {
        found.columns = size.ws_col;
        found.lines = size.ws_row;
    }
    found.style.columns = found.columns;
    found.style.colour = found.is_terminal && (no_colour == NULL || no_colour[0] == '\0') &&
                         kind != NULL && strcmp(kind, "dumb") != 0;
    return found;
}

/* ---- one frame ---- */

static void add_title(lw_buffer *out, const lw_playback *playback)
{
    const lw_record *record = playback->record;
    uint32_t last = record->frame_count - 1;
    lw_buffer_print(out, "%s, frame %u of %u", record->algorithm->name, playback->frame, last);
    if (playback->path != NULL)
        lw_buffer_text(out, ": the path\n");
    else if (record->stepwise)
        lw_buffer_print(out, ": step %llu\n", (unsigned long long)playback->step);
    else
        lw_buffer_text(out, "\n");
}

static void print_frame(const lw_playback *playback, const screen *on)
{
    lw_buffer out = {0};
    add_title(&out, playback);
    lw_frame_text(&out, playback, &on->style);
    fwrite(out.at, 1, out.count, stdout);
    lw_buffer_free(&out);
}

static void print_key(const lw_record *record, const screen *on)
{
    lw_buffer out = {0};
    lw_frame_text_key(&out, record, &on->style);
    fwrite(out.at, 1, out.count, stdout);
    lw_buffer_free(&out);
}

void wave_show_counts(const lw_record *record)
{
    const lw_trial *trial = &record->trial;
    const lw_trial_counts *counts = &trial->counts;
    char steps[48], bends[48], vias[48], cost[LW_COST_ROOM];
    printf("%s: %s", record->algorithm->name, lw_outcome_name(trial->outcome));
    if (trial->outcome == LW_FOUND) {
        lw_print_cost(record->lesson->map, trial->path.cost, cost);
        printf(", %s, %s", cli_count(steps, trial->path.steps, "step"),
               cli_count(bends, trial->path.bends, "bend"));
        if (record->lesson->map->layers > 1)
            printf(", %s", cli_count(vias, trial->path.vias, "via"));
        printf(", cost %s%s", cost, trial->optimal ? " (optimal)" : "");
    }
    if (record->full)
        printf(" after %u deeds, no more are kept", record->deed_count);
    else if (trial->outcome == LW_GAVE_UP)
        printf(" after %llu cells that were looked at (--limit, --steps)",
               (unsigned long long)counts->expanded);
    printf("; %llu labelled, %llu expanded, frontier %llu, %s of the wave, %s a cell\n",
           (unsigned long long)counts->labelled, (unsigned long long)counts->expanded,
           (unsigned long long)counts->frontier, cli_count(steps, counts->steps, "step"),
           cli_count(bends, counts->bits, "bit"));
}

/* ---- frame after frame ---- */

static void wait_for_next(uint32_t speed)
{
    uint32_t each = 1000000000u / (speed > 0 ? speed : SPEED);
    struct timespec time = {.tv_sec = each / 1000000000u, .tv_nsec = each % 1000000000u};
    fflush(stdout);
    nanosleep(&time, NULL);
}

/* Each frame over the one before, the cursor hidden. */
static void animate(lw_playback *playback, const wave_show *show, const screen *on)
{
    uint32_t each = show->every > 0 ? show->every : 1, count = playback->record->frame_count;
    cli_catch_signals();
    fputs("\033[?25l\033[2J", stdout);
    for (uint32_t frame = 0; frame < count && !cli_interrupted(); frame += each) {
        lw_playback_go(playback, frame + each < count ? frame : count - 1);
        fputs("\033[H", stdout);
        print_frame(playback, on);
        fputs("\033[J", stdout);
        wait_for_next(show->speed);
    }
    fputs("\033[?25h", stdout);
}

static void print_frames(lw_playback *playback, const wave_show *show, const screen *on)
{
    uint32_t last = playback->record->frame_count - 1;
    for (uint32_t frame = 0; show->every > 0 && frame < last; frame += show->every) {
        lw_playback_go(playback, frame);
        print_frame(playback, on);
        printf("\n");
    }
    lw_playback_go(playback, show->step == CLI_NOT_GIVEN ? last : show->step);
    print_frame(playback, on);
}

static int show_one(const lw_record *record, const wave_show *show, const screen *on)
{
    lw_playback playback;
    lw_error err = {0};
    lw_status status = lw_playback_open(&playback, record, &err);
    if (status != LW_OK)
        return cli_failed(status, &err);
    if (show->play)
        animate(&playback, show, on);
    else
        print_frames(&playback, show, on);
    print_key(record, on);
    lw_playback_close(&playback);
    return cli_interrupted() ? CLI_INTERRUPTED : CLI_GO_ON;
}

/* ---- what fits ---- */

/* What is wider than the terminal would be no picture; what is higher can't be played. */
static int check_size(const cli_command *command, const lw_record *record, const wave_show *show,
                      const screen *on)
{
    int64_t columns = lw_frame_text_columns(record, &on->style);
    int64_t lines = lw_frame_text_lines(record) + 1;
    if (on->columns > 0 && columns > on->columns)
        return cli_misused(command, "the map needs %lld columns, the terminal has %d",
                           (long long)columns, on->columns);
    if (show->play && on->lines > 0 && lines > on->lines)
        return cli_misused(command, "--play: the map needs %lld lines, the terminal has %d",
                           (long long)lines, on->lines);
    return CLI_GO_ON;
}

static int check_frame(const cli_command *command, const lw_record *record, const wave_show *show)
{
    if (show->step == CLI_NOT_GIVEN || show->step < record->frame_count)
        return CLI_GO_ON;
    return cli_misused(command, "--step: the last frame of %s is %u", record->algorithm->name,
                       record->frame_count - 1);
}

/* Frames that nobody asked for are left out where they do not fit. */
static int show_or_leave_out(const cli_command *command, const lw_record *record,
                             const wave_show *show, const screen *on)
{
    int64_t columns = lw_frame_text_columns(record, &on->style);
    int32_t most = on->columns > 0 ? on->columns : COLUMNS_UNASKED;
    if (!show->asked && columns > most) {
        cli_say(stderr,
                "leeway: %lld columns are too many to show here; see --html, --svg, --film%s\n",
                (long long)columns, record->lesson->pitch > 0 ? ", or a coarser --grid" : "");
        return CLI_GO_ON;
    }
    int code = check_frame(command, record, show);
    if (code == CLI_GO_ON)
        code = check_size(command, record, show, on);
    return code == CLI_GO_ON ? show_one(record, show, on) : code;
}

int wave_show_frames(const cli_command *command, lw_record *const *records, size_t count,
                     const wave_show *show)
{
    screen on = look_at_screen();
    int code = CLI_GO_ON;
    if (show->play && !on.is_terminal)
        return cli_misused(command, "--play needs a terminal; --every 1 prints all frames");
    for (size_t i = 0; i < count && code == CLI_GO_ON; i++) {
        if (i > 0)
            printf("\n");
        code = show_or_leave_out(command, records[i], show, &on);
        if (code == CLI_GO_ON)
            wave_show_counts(records[i]);
    }
    return code;
}
