/* Records as pictures: a file a frame, or all on a page. */
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/fail.h"
#include "base/heap.h"
#include "draw/render.h"
#include "leeway/record.h"
#include "lesson/lesson.h"
#include "lesson/note.h"

#define FRAME_NAME "frame-%04" PRIu32 ".%s"

enum { FILES_MOST = 10000, FILM_MOST = 400, FILM_FRAMES = 24 };

static void add_panel(lw_figure *figure, const lw_playback *playback)
{
    char note[96];
    const lw_record *record = playback->record;
    uint32_t last = record->frame_count - 1;
    if (playback->path)
        snprintf(note, sizeof note, "frame %" PRIu32 " of %" PRIu32 ", the path", playback->frame,
                 last);
    else if (!record->stepwise)
        snprintf(note, sizeof note, "frame %" PRIu32 " of %" PRIu32, playback->frame, last);
    else
        snprintf(note, sizeof note, "frame %" PRIu32 " of %" PRIu32 ", step %" PRIu64,
                 playback->frame, last, playback->step);
    lw_figure_add(figure, &(lw_panel){.title = record->algorithm->title,
                                      .note = note,
                                      .map = record->lesson->map,
                                      .state = playback->state,
                                      .wave = record->both ? playback->wave : NULL,
                                      .value = playback->value,
                                      .notes = lw_writes_notes(record->algorithm),
                                      .path = playback->path,
                                      .path_count = playback->path_count,
                                      .from = record->lesson->from,
                                      .to = record->lesson->to,
                                      .series = true});
}

static lw_draw_options options_of(const lw_record_drawing *drawing, lw_picture picture)
{
    lw_draw_options options = lw_draw_options_default();
    options.theme = drawing->theme;
    options.width = picture == LW_PNG ? drawing->width : 0;
    return options;
}

/* How many frames are drawn of so many: every so many, and the last. */
static uint32_t drawn_of(uint32_t frames, uint32_t every)
{
    return (frames + every - 2) / every + 1;
}

/* ---- frames ---- */

typedef struct frame_set {
    lw_playback *playbacks;
    size_t count;
    uint32_t frames; /* of the longest */
} frame_set;

static void close_all(frame_set *set)
{
    for (size_t i = 0; i < set->count; i++)
        lw_playback_close(&set->playbacks[i]);
    free(set->playbacks);
}

static lw_status open_all(lw_record *const *records, size_t count, frame_set *set, lw_error *err)
{
    *set = (frame_set){.playbacks = lw_alloc(count, sizeof *set->playbacks)};
    for (; set->count < count; set->count++) {
        lw_status status = lw_playback_open(&set->playbacks[set->count], records[set->count], err);
        if (status)
            return status;
        if (set->frames < records[set->count]->frame_count)
            set->frames = records[set->count]->frame_count;
    }
    return LW_OK;
}

static lw_status save_frame(frame_set *set, uint32_t frame, const lw_record_drawing *drawing,
                            const char *path, lw_error *err)
{
    lw_figure *figure = lw_figure_new("Frame");
    lw_draw_options options = options_of(drawing, drawing->picture);
    for (size_t i = 0; i < set->count; i++) {
        lw_playback_go(&set->playbacks[i], frame);
        add_panel(figure, &set->playbacks[i]);
    }
    lw_status status = lw_figure_save(figure, &options, drawing->picture, path, err);
    lw_figure_free(figure);
    return status;
}

static lw_status make_folder(const char *folder, lw_error *err)
{
    struct stat status;
    if (mkdir(folder, 0777) == 0 ||
        (errno == EEXIST && stat(folder, &status) == 0 && S_ISDIR(status.st_mode)))
        return LW_OK;
    return lw_fail(err, LW_ERR_WRITE, folder, 0, 0, "the folder cannot be made: %s",
                   strerror(errno));
}

static const char *const endings[LW_PICTURE_COUNT] = {
    [LW_SVG] = "svg", [LW_PDF] = "pdf", [LW_PNG] = "png"};

/* What is drawn of a set: every so many frames, and the last. */
typedef struct frame_choice {
    uint32_t frames, every, drawn;
    const char *ending;
} frame_choice;

static uint32_t frame_of(const frame_choice *choice, uint32_t i)
{
    return i + 1 < choice->drawn ? i * choice->every : choice->frames - 1;
}

/* Whether it is named like a frame, but is none of those that are going to be drawn. */
static bool is_stray(const char *name, const frame_choice *choice)
{
    char like[32];
    uint32_t frame;
    if (sscanf(name, "frame-%10" SCNu32, &frame) != 1)
        return false;
    snprintf(like, sizeof like, FRAME_NAME, frame, choice->ending);
    if (strcmp(name, like) != 0)
        return false;
    return frame != choice->frames - 1 &&
           (frame % choice->every != 0 || frame / choice->every + 1 >= choice->drawn);
}

/* Frames of another series would be taken for frames of this one. */
static lw_status check_folder(const char *folder, const frame_choice *choice, lw_error *err)
{
    char first[32] = "";
    DIR *files = opendir(folder);
    for (const struct dirent *file; files && (file = readdir(files));)
        if (is_stray(file->d_name, choice) && (!*first || strcmp(file->d_name, first) < 0))
            snprintf(first, sizeof first, "%.31s", file->d_name);
    if (files)
        closedir(files);
    if (!*first)
        return LW_OK;
    return lw_fail(err, LW_ERR_WRITE, folder, 0, 0,
                   "%s there is of other frames; take an empty folder", first);
}

static lw_status save_all(frame_set *set, const lw_record_drawing *drawing, const char *folder,
                          lw_error *err)
{
    frame_choice choice = {.frames = set->frames,
                           .every = drawing->every ? drawing->every : 1,
                           .ending = endings[drawing->picture]};
    choice.drawn = drawn_of(choice.frames, choice.every);
    if (choice.drawn > FILES_MOST)
        return lw_fail(err, LW_ERR_OPTION, "", 0, 0,
                       "%" PRIu32 " frames are too many files; at most %d", choice.drawn,
                       FILES_MOST);
    size_t room = strlen(folder) + sizeof "/frame-0000000000.svg";
    char *path = lw_alloc(room, 1);
    lw_status status = lw_render_ready(err);
    if (!status)
        status = make_folder(folder, err);
    if (!status)
        status = check_folder(folder, &choice, err);
    for (uint32_t i = 0; i < choice.drawn && !status; i++) {
        uint32_t frame = frame_of(&choice, i);
        snprintf(path, room, "%s/" FRAME_NAME, folder, frame, choice.ending);
        status = save_frame(set, frame, drawing, path, err);
    }
    free(path);
    return status;
}

lw_status lw_record_save_frames(lw_record *const *records, size_t count,
                                const lw_record_drawing *drawing, const char *folder, lw_error *err)
{
    frame_set set;
    lw_status status = open_all(records, count, &set, err);
    if (!status)
        status = save_all(&set, drawing, folder, err);
    close_all(&set);
    return status;
}

/* ---- a film ---- */

static uint32_t every_of(const lw_record *record, const lw_record_drawing *drawing)
{
    uint32_t steps = record->frame_count - 1;
    if (drawing->every)
        return drawing->every;
    return steps < FILM_FRAMES ? 1 : (steps + FILM_FRAMES - 2) / (FILM_FRAMES - 1);
}

static lw_status add_record(lw_figure *figure, const lw_record *record, uint32_t every,
                            lw_error *err)
{
    lw_playback playback;
    lw_status status = lw_playback_open(&playback, record, err);
    if (status)
        return status;
    for (uint32_t frame = 0; frame + 1 < record->frame_count; frame += every) {
        lw_playback_go(&playback, frame);
        add_panel(figure, &playback);
    }
    lw_playback_go(&playback, record->frame_count - 1);
    add_panel(figure, &playback);
    lw_playback_close(&playback);
    return LW_OK;
}

static lw_status check_length(lw_record *const *records, size_t count,
                              const lw_record_drawing *drawing, lw_error *err)
{
    uint64_t drawn = 0;
    for (size_t i = 0; i < count; i++)
        drawn += drawn_of(records[i]->frame_count, every_of(records[i], drawing));
    if (drawn <= FILM_MOST)
        return LW_OK;
    return lw_fail(err, LW_ERR_OPTION, "", 0, 0,
                   "%" PRIu64 " frames are too many for a film; at most %d", drawn, FILM_MOST);
}

lw_status lw_record_save_film(lw_record *const *records, size_t count,
                              const lw_record_drawing *drawing, const char *path, lw_error *err)
{
    lw_draw_options options = options_of(drawing, LW_PDF);
    lw_status status = check_length(records, count, drawing, err);
    if (status)
        return status;
    lw_figure *figure = lw_figure_new(lw_lesson_title(records[0]->lesson));
    lw_figure_set_paper(figure, drawing->paper);
    for (size_t i = 0; i < count && !status; i++)
        status = add_record(figure, records[i], every_of(records[i], drawing), err);
    if (!status)
        status = lw_figure_save(figure, &options, LW_PDF, path, err);
    lw_figure_free(figure);
    return status;
}
