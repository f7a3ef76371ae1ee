/* What is kept of a run, playing it, its trace and its frames as text. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/file.h"
#include "check_leaks.h"
#include "leeway/leeway.h"
#include "lesson/frame_text.h"

static lw_lesson *lesson_of(const char *text)
{
    lw_lesson *lesson;
    lw_error err = {0};
    cr_assert_eq(lw_lesson_parse("lesson", text, strlen(text), NULL, &lesson, &err), LW_OK, "%s",
                 err.text);
    return lesson;
}

static lw_record *record_of(const lw_lesson *lesson, const char *name,
                            const lw_record_options *options)
{
    lw_record *record;
    lw_error err = {0};
    cr_assert_eq(lw_record_new(lesson, lw_algorithm_named(name), options, &record, &err), LW_OK,
                 "%s", err.text);
    return record;
}

static const char wall[] = "S.#.T\n"
                           "..#..\n"
                           ".....\n";

/* All of a frame as text, the caller's to free(). */
static char *frame_text(const lw_record *record, uint32_t frame, int32_t columns)
{
    lw_playback playback;
    lw_buffer out = {0};
    cr_assert_eq(lw_playback_open(&playback, record, NULL), LW_OK);
    lw_playback_go(&playback, frame);
    lw_frame_text(&out, &playback, &(lw_frame_style){.columns = columns});
    lw_playback_close(&playback);
    return out.at;
}

static void expect_frame(const lw_record *record, uint32_t frame, int32_t columns,
                         const char *wanted)
{
    char *text = frame_text(record, frame, columns);
    cr_expect_str_eq(text, wanted, "frame %u", frame);
    free(text);
}

/* The wave makes eight steps; frame 0 is before the first, frame 9 the path. */
Test(record, has_a_frame_for_each_step_of_the_wave)
{
    lw_lesson *lesson = lesson_of(wall);
    lw_record *record = record_of(lesson, "lee", NULL);
    cr_expect_eq(record->trial.counts.steps, 8);
    cr_expect_eq(record->frame_count, 10);
    cr_expect_eq(record->value_most, 8);
    expect_frame(record, 0, 10, "+S. ##. .T\n. . ##. . \n. . . . . \n");
    expect_frame(record, 2, 10, " S 1##. .T\n 1+2##. . \n+2. . . . \n");
    expect_frame(record, 9, 10, "*S 1##+7*T\n*1 2## 6*7\n*2*3*4*5*6\n");
    expect_frame(record, 2, 9, "Sa#.T\naA#..\nA....\n");
    expect_frame(record, 9, 5, "Sa#AT\n*a#a*\n*****\n");
    lw_record_free(record);
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}

/* The cell in the middle hears first from the one below S, which is looked at before the one on the
 * left. In the second map the wave changes its layer at once. */
Test(record, shows_where_the_wave_came_from)
{
    lw_lesson *lesson = lesson_of("..S\n"
                                  "#..\n"
                                  "T..\n");
    lw_record *record = record_of(lesson, "direction", NULL);
    expect_frame(record, record->frame_count - 1, 0,
                 " \u2192 \u2192*S\n## \u2192*\u2191\n*T*\u2192*\u2191\n");
    expect_frame(record, record->frame_count - 1, 5, "aaS\n#a*\nT**\n");
    lw_record_free(record);
    lw_lesson_free(lesson);
    lesson = lesson_of("S.\n-\n.T\n");
    record = record_of(lesson, "direction", NULL);
    lw_buffer key = {0};
    expect_frame(record, 1, 0, "layer 1\n S+\u2190\nlayer 2\n+o.T\n");
    lw_frame_text_key(&key, record, &(lw_frame_style){0});
    cr_expect_str_eq(key.at,
                     "# blocked, . free, +\u2190 waits,  \u2190 done, *\u2190 path; an arrow "
                     "points to where the wave came from, o: from another layer\n");
    lw_buffer_free(&key);
    lw_record_free(record);
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}

/* The same whether rows grow upwards or downwards: arrows are as the map is drawn. */
Test(record, turns_arrows_with_the_map)
{
    static const char *const arrows[] = {"\u2199", "\u2196"};
    lw_lesson_options options = lw_lesson_options_default();
    lw_lesson *lesson;
    options.directions = 8;
    for (int up = 0; up < 2; up++) {
        cr_assert_eq(lw_lesson_parse("lesson", "..T\n...\nS..\n", 12, &options, &lesson, NULL),
                     LW_OK);
        lesson->map->y_up = up;
        lw_record *record = record_of(lesson, "direction", NULL);
        char *text = frame_text(record, record->frame_count - 1, 0);
        cr_expect_not_null(strstr(text, arrows[up]), "%s", text);
        cr_expect_null(strstr(text, arrows[!up]), "%s", text);
        free(text);
        lw_record_free(record);
        lw_lesson_free(lesson);
    }
    lw_test_no_leaks();
}

/* In any order, as often as one likes. */
Test(record, plays_back_what_it_played_forward)
{
    lw_lesson *lesson = lesson_of(wall);
    for (size_t a = 0; a < lw_algorithm_count(); a++) {
        const char *name = lw_algorithm_at(a)->name;
        lw_record *record = record_of(lesson, name, NULL);
        lw_playback playback;
        cr_assert_eq(lw_playback_open(&playback, record, NULL), LW_OK);
        for (uint32_t i = 0; i < 2 * record->frame_count; i++) {
            uint32_t frame = (i * 7 + 3) % record->frame_count;
            lw_buffer there = {0};
            lw_playback_go(&playback, frame);
            lw_frame_text(&there, &playback, &(lw_frame_style){0});
            char *fresh = frame_text(record, frame, 0);
            cr_expect_str_eq(there.at, fresh, "%s, frame %u", name, frame);
            lw_buffer_free(&there);
            free(fresh);
        }
        lw_playback_close(&playback);
        lw_record_free(record);
    }
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}

/* Counts are the trial's: cells that got a first value, and the path shown is the path found. */
Test(record, keeps_what_the_trial_counts)
{
    lw_lesson *lesson = lesson_of(wall);
    for (size_t a = 0; a < lw_algorithm_count(); a++) {
        const lw_algorithm *algorithm = lw_algorithm_at(a);
        lw_record *record = record_of(lesson, algorithm->name, NULL);
        uint64_t steps = 0, labels = 0;
        for (uint32_t i = 0; i < record->deed_count; i++) {
            steps += record->deeds[i].deed == LW_DEED_STEP;
            labels += record->deeds[i].deed == LW_DEED_LABEL;
        }
        cr_expect_eq(steps, record->trial.counts.steps, "%s", algorithm->name);
        cr_expect_geq(labels, record->trial.counts.labelled, "%s", algorithm->name);
        cr_expect_eq(record->frames[record->frame_count].first, record->deed_count);
        lw_playback playback;
        cr_assert_eq(lw_playback_open(&playback, record, NULL), LW_OK);
        lw_playback_go(&playback, UINT32_MAX);
        cr_expect_eq(playback.path_count, record->trial.count, "%s", algorithm->name);
        lw_playback_close(&playback);
        lw_record_free(record);
    }
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}

/* Two rounds at least: the way around a wall is longer than the estimate. */
Test(record, begins_a_frame_where_everything_is_forgotten)
{
    lw_lesson *lesson = lesson_of(wall);
    lw_record *record = record_of(lesson, "iterative", NULL);
    uint32_t rounds = 0;
    for (uint32_t i = 1; i + 1 < record->frame_count; i++) {
        const lw_record_deed *deed = &record->deeds[record->frames[i].first];
        rounds += deed[0].deed == LW_DEED_FORGET && deed[1].deed == LW_DEED_STEP;
    }
    cr_expect_eq(record->trial.counts.steps, 3);
    cr_expect_eq(rounds, 2);
    lw_record_free(record);
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}

/* All of it is one step, as cells straight ahead have the sum of the start; three looks. */
Test(record, has_several_frames_for_a_step_that_goes_on_by_itself)
{
    lw_lesson *lesson = lesson_of("S..T\n");
    lw_record *record = record_of(lesson, "astar", NULL);
    cr_expect_leq(record->trial.counts.steps, 1);
    cr_expect_geq(record->frame_count, 5);
    expect_frame(record, 1, 0, " S+1. .T\n");
    expect_frame(record, 0, 0, "+S. . .T\n");
    expect_frame(record, record->frame_count - 1, 0, "*S*1*2*T\n");
    lw_record_free(record);
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}

/* One look more than is allowed tells at most four labels. */
Test(record, is_bounded)
{
    lw_lesson *lesson = lesson_of(wall);
    lw_record *record = record_of(lesson, "lee", &(lw_record_options){.deeds = 10});
    cr_expect(record->full);
    cr_expect_eq(record->trial.outcome, LW_GAVE_UP);
    cr_expect_geq(record->deed_count, 10);
    cr_expect_leq(record->deed_count, 10 + 6);
    lw_record_free(record);
    record = record_of(lesson, "lee", &(lw_record_options){.limit = 3});
    cr_expect_eq(record->trial.outcome, LW_GAVE_UP);
    cr_expect_eq(record->trial.counts.expanded, 3);
    cr_expect_not(record->full);
    lw_record_free(record);
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}

Test(record, shows_layers_costs_and_both_waves)
{
    lw_lesson *lesson = lesson_of("S5\n-\n.T\n");
    lw_record *record = record_of(lesson, "double", NULL);
    expect_frame(record, 0, 0, "layer 1\n+S.5\nlayer 2\n. ~T\n");
    expect_frame(record, 0, 3, "layer 1\nS5\nlayer 2\n.T\n");
    expect_frame(record, 1, 0, "layer 1\n S+1\nlayer 2\n+1~T\n");
    lw_record_free(record);
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}

/* A corridor: the whole trace is known. */
Test(record, writes_a_trace)
{
    char path[] = "/tmp/lw-trace-XXXXXX", *text;
    size_t size;
    int file = mkstemp(path);
    cr_assert_geq(file, 0);
    close(file);
    lw_lesson *lesson = lesson_of("S.T\n");
    lw_record *record = record_of(lesson, "lee", NULL);
    cr_assert_eq(lw_record_save_trace(&record, 1, path, NULL), LW_OK);
    cr_assert_eq(lw_file_read(path, 1 << 20, &text, &size, NULL), LW_OK);
    const char *rest = strstr(text, ",\"cols\"");
    cr_assert_not_null(rest);
    cr_expect_str_eq(
        rest,
        ",\"cols\":3,\"rows\":1,\"layers\":1,\"y_up\":false,\"from\":[0,0,1],\"to\":[2,0,1],"
        "\"rules\":{\"directions\":4,\"corners\":false,\"through\":false,\"start_counts\":false,"
        "\"weighing\":\"entered\",\"straight\":1,\"diagonal\":1,\"via\":0,\"bend\":0,\"unit\":1},"
        "\"cost\":[[[1,1,1]]]}\n"
        "{\"type\":\"step\",\"step\":0,\"value\":0,\"labelled\":[[0,0,1,0]],\"done\":[]}\n"
        "{\"type\":\"step\",\"step\":1,\"value\":1,\"labelled\":[[1,0,1,1]],"
        "\"done\":[[0,0,1,0]]}\n"
        "{\"type\":\"step\",\"step\":2,\"value\":2,\"labelled\":[[2,0,1,2]],"
        "\"done\":[[1,0,1,1]]}\n"
        "{\"type\":\"end\",\"outcome\":\"found\",\"path\":[[0,0,1],[1,0,1],[2,0,1]],"
        "\"optimal\":true,\"cost\":2,\"steps\":2,\"diagonals\":0,\"bends\":0,\"vias\":0,"
        "\"labelled\":3,\"expanded\":2,\"frontier\":1,\"waves\":2,\"bits\":32}\n");
    free(text);
    unlink(path);
    lw_record_free(record);
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}

/* ---- the page's data, unpacked by hand ---- */

static uint64_t next_number(const char **at)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint64_t number = 0;
    for (int shift = 0;; shift += 5) {
        uint64_t digit = (uint64_t)(strchr(letters, *(*at)++) - letters);
        number |= (digit & 31) << shift;
        if (digit < 32)
            return number;
    }
}

static int64_t with_sign(uint64_t number)
{
    return number % 2 ? -(int64_t)(number / 2) - 1 : (int64_t)(number / 2);
}

/* Cells without the rim, row by row. */
static int64_t number_of(const lw_map *map, int32_t cell)
{
    lw_map_spot at = lw_map_place(map, cell);
    return (at.layer * map->rows + at.y) * map->cols + at.x;
}

static void expect_packed(const lw_record *record, const char *at)
{
    enum { DONE = 2, FORGET = 3, FRAME = 4 };
    int64_t cell = 0, value = 0, step = 0;
    uint32_t frame = 0;
    for (uint32_t i = 0; i < record->deed_count; i++) {
        const lw_record_deed *deed = &record->deeds[i];
        while (i == record->frames[frame].first) { /* frame 0 may be empty */
            cr_assert_eq(next_number(&at), FRAME);
            cr_expect_eq((uint64_t)(step += with_sign(next_number(&at))),
                         record->frames[frame].step);
            frame++;
        }
        if (deed->deed == LW_DEED_STEP)
            continue;
        uint64_t number = next_number(&at);
        cell += with_sign(number / 8);
        cr_expect_eq(cell, number_of(record->lesson->map, deed->cell));
        if (deed->deed == LW_DEED_LABEL) {
            cr_expect_eq(number % 8, deed->wave);
            value += with_sign(next_number(&at));
            cr_expect_eq((uint64_t)value, deed->value);
        } else {
            cr_expect_eq(number % 8, deed->deed == LW_DEED_DONE ? DONE : FORGET);
        }
    }
    if (record->deed_count == 0) /* it does not fit: frame 0, and that is empty */
        at += 2;
    cr_expect_eq(*at, '"', "%s", record->algorithm->name);
}

Test(record, is_packed_into_a_page)
{
    char path[] = "/tmp/lw-page-XXXXXX", *text;
    size_t size;
    int file = mkstemp(path);
    cr_assert_geq(file, 0);
    close(file);
    lw_lesson *lesson = lesson_of("S.9.\n"
                                  ".#..\n"
                                  "-\n"
                                  ".3#.\n"
                                  "...T\n");
    lw_record *records[64];
    for (size_t a = 0; a < lw_algorithm_count(); a++)
        records[a] = record_of(lesson, lw_algorithm_at(a)->name, NULL);
    cr_assert_eq(lw_record_save_page(records, lw_algorithm_count(), path, NULL), LW_OK);
    cr_assert_eq(lw_file_read(path, 1 << 20, &text, &size, NULL), LW_OK);
    const char *at = strstr(text, "\"runs\":[");
    for (size_t a = 0; a < lw_algorithm_count(); a++) {
        at = strstr(at, "\"deeds\":\"");
        cr_assert_not_null(at);
        at += strlen("\"deeds\":\"");
        expect_packed(records[a], at);
        lw_record_free(records[a]);
    }
    free(text);
    unlink(path);
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}

/* ---- the animation ---- */

static uint32_t count_of(const char *text, const char *part)
{
    uint32_t count = 0;
    for (const char *at = text; (at = strstr(at, part)); at++)
        count++;
    return count;
}

/* S and the cell between wait, then are done; T waits, and then there is the path. */
Test(record, moves_as_an_svg)
{
    char path[] = "/tmp/lw-move-XXXXXX", *text;
    size_t size;
    int file = mkstemp(path);
    cr_assert_geq(file, 0);
    close(file);
    lw_lesson *lesson = lesson_of("S7T\n");
    lw_record *record = record_of(lesson, "lee", NULL);
    cr_assert_eq(lw_record_save_animation(record, &(lw_record_drawing){.speed = 3}, path, NULL),
                 LW_OK);
    cr_assert_eq(lw_file_read(path, 1 << 20, &text, &size, NULL), LW_OK);
    cr_expect_eq(count_of(text, "<rect "), 3);
    cr_expect_eq(count_of(text, "<set href"), 5);
    cr_expect_eq(count_of(text, "visibility=\"hidden\">1<set"), 1);
    cr_expect_eq(count_of(text, ">7</text>"), 1, "what the cell costs");
    cr_expect_eq(count_of(text, " dur=\"5s\""), 1, "four frames, three a second, and a rest of 3");
    cr_expect_eq(count_of(text, "begin=\"t.begin+0.333s\""), 3, "S is done, the next has 1");
    cr_expect_eq(count_of(text, "begin=\"t.begin+1.000s\""), 1, "the path");
    cr_expect_eq(count_of(text, ">dearer<"), 1, "what the colours mean");
    cr_expect_eq(count_of(text, ">blocked<"), 0, "nothing is");
    cr_expect_eq(count_of(text, "url(#s"), 0, "there is one wave");
    cr_expect_eq(count_of(text, "fill=\"url(#d)\""), 2,
                 "dear ground is hatched, in the key as well");
    const char *way = strstr(text, "<g class=\"w\"");
    cr_assert_not_null(way);
    cr_expect_eq(count_of(way, "<circle "), 3, "each cell of the way has a bead");
    cr_expect_eq(count_of(way, ">S</text>") + count_of(way, ">1</text>") +
                     count_of(way, ">T</text>"),
                 3, "and its letter or number lies over the line");
    free(text);
    unlink(path);
    lw_record_free(record);
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}

/* The first arrow points left, half of it a quarter of the cell; then comes a via. */
Test(record, moves_with_arrows)
{
    char path[] = "/tmp/lw-move-XXXXXX", *text;
    size_t size;
    int file = mkstemp(path);
    cr_assert_geq(file, 0);
    close(file);
    lw_lesson *lesson = lesson_of("S.#\n-\n#.T\n");
    lw_record *record = record_of(lesson, "direction", NULL);
    cr_assert_eq(lw_record_save_animation(record, &(lw_record_drawing){0}, path, NULL), LW_OK);
    cr_assert_eq(lw_file_read(path, 1 << 20, &text, &size, NULL), LW_OK);
    cr_expect_eq(count_of(text, "<path class=\"a\" visibility=\"hidden\" d=\"M66 68L50 68l5 -4M"),
                 1);
    cr_expect_eq(count_of(text, "<path class=\"a\""), 2, "once more on the path");
    cr_expect_eq(count_of(text, ">via<"), 2, "and so has the via");
    cr_expect_eq(count_of(text, ">3<"), 0, "no number");
    free(text);
    unlink(path);
    lw_record_free(record);
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}

/* Labels 0 and 0', done, 1 and 1', met: in frame 0 T waits, in another it is done. */
Test(record, moves_a_second_wave_with_stripes)
{
    char path[] = "/tmp/lw-move-XXXXXX", *text;
    size_t size;
    int file = mkstemp(path);
    cr_assert_geq(file, 0);
    close(file);
    lw_lesson *lesson = lesson_of("S..T\n");
    lw_record *record = record_of(lesson, "double", NULL);
    cr_expect(record->both);
    cr_assert_eq(lw_record_save_animation(record, &(lw_record_drawing){0}, path, NULL), LW_OK);
    cr_assert_eq(lw_file_read(path, 1 << 20, &text, &size, NULL), LW_OK);
    cr_expect_eq(count_of(text, "<pattern "), 1);
    cr_expect_eq(count_of(text, ">waits, from T<"), 1);
    cr_expect_eq(count_of(text, ">done, from T<"), 1);
    cr_expect_eq(count_of(text, " fill=\"url(#s"), 2, "of the key");
    cr_expect_eq(count_of(text, "<path class=\"s\""), 2, "T and its neighbour");
    free(text);
    unlink(path);
    lw_record_free(record);
    lw_lesson_free(lesson);
    lw_test_no_leaks();
}
