/* Records on a terminal, or as plain text. */
#ifndef LW_CLI_WAVE_TEXT_H
#define LW_CLI_WAVE_TEXT_H

#include "cli.h"

typedef struct wave_show {
    uint32_t step;  /* this frame; CLI_NOT_GIVEN: the last */
    uint32_t every; /* every so many frames; 0: only the one */
    bool play;
    uint32_t speed; /* frames a second */
    bool asked;     /* for frames in particular: what does not fit is an error */
} wave_show;

/* Frames of each record, one behind the other. */
int wave_show_frames(const cli_command *command, lw_record *const *records, size_t count,
                     const wave_show *show);
/* A line on what came out. */
void wave_show_counts(const lw_record *record);

#endif
