/* What a lesson is held on, as options give it. */
#include <string.h>
#include "base/number.h"
#include "cli.h"

static const char *const weighings[] = {
    [LW_WEIGH_ENTERED] = "entered", [LW_WEIGH_BOTH] = "both", NULL};

const char *cli_weighing_choice(int index)
{
    return weighings[index];
}

cli_lesson cli_lesson_default(void)
{
    return (cli_lesson){.bend = CLI_NOT_GIVEN, .via = CLI_NOT_GIVEN};
}

/* The number before a comma or the end of the text, which moves behind it. */
static bool next_number(const char **text, int64_t scale, int64_t *number)
{
    char word[LW_NUMBER_ROOM] = "";
    size_t length = strcspn(*text, ",");
    if (length == 0 || length >= sizeof word)
        return false;
    memcpy(word, *text, length);
    *text += length + ((*text)[length] == ',');
    return lw_parse_fixed(word, scale, INT64_C(1000000000000), number) == LW_NUMBER_OK;
}

/* "3,4" or "3,4,2": layers count from 1. */
static int read_spot(const cli_command *command, const char *option, const char *text,
                     lw_spot *spot)
{
    const char *at = text;
    int64_t layer = 1;
    bool good =
        next_number(&at, 1000000, &spot->x) && at[-1] == ',' && next_number(&at, 1000000, &spot->y);
    if (good && (*at != '\0' || at[-1] == ','))
        good = at[-1] == ',' && next_number(&at, 1, &layer) && *at == '\0' && at[-1] != ',';
    if (!good || layer < 1 || layer > LW_MAP_LAYERS_MAX)
        return cli_misused(command, "--%s: \"%s\" is no place such as 3,4 or, on layer 2, 3,4,2",
                           option, text);
    spot->layer = (int32_t)layer - 1;
    return CLI_GO_ON;
}

int cli_load_lesson(const cli_command *command, const char *path, const char *nets,
                    const cli_lesson *source, lw_lesson **lesson)
{
    lw_spot from, to;
    lw_error err = {0};
    lw_lesson_options options = lw_lesson_options_default();
    int code = CLI_GO_ON;
    if (source->from != NULL)
        code = read_spot(command, "from", source->from, &from);
    if (source->to != NULL && code == CLI_GO_ON)
        code = read_spot(command, "to", source->to, &to);
    if (code != CLI_GO_ON)
        return code;
    options.net = source->net;
    options.from = source->from != NULL ? &from : NULL;
    options.to = source->to != NULL ? &to : NULL;
    options.directions = source->directions <= 8 ? (uint8_t)source->directions : UINT8_MAX;
    options.weighing = (lw_weighing)source->weighing;
    options.bend = source->bend == CLI_NOT_GIVEN ? -1 : (int32_t)source->bend;
    options.via = source->via == CLI_NOT_GIVEN ? -1 : (int32_t)source->via;
    options.reading = (lw_problem_reading){.nets = nets, .layers = source->planes};
    options.pitch = source->grid;
    lw_status status = lw_lesson_load(path, &options, lesson, &err);
    return status == LW_OK ? CLI_GO_ON : cli_failed(status, &err);
}

const char *cli_spot_text(const lw_lesson *lesson, int32_t cell, char text[80])
{
    lw_spot spot = lw_lesson_spot(lesson, cell);
    char layer[16] = "";
    if (lesson->map->layers > 1)
        snprintf(layer, sizeof layer, ",%d", spot.layer + 1);
    snprintf(text, 80, "%s,%s%s", lw_mm(spot.x).text, lw_mm(spot.y).text, layer);
    return text;
}

static int no_such_algorithm(const cli_command *command, const char *option, const char *name)
{
    lw_nearest near = lw_nearest_to(name);
    char hint[80];
    for (size_t i = 0; i < lw_algorithm_count(); i++)
        lw_nearest_try(&near, lw_algorithm_at(i)->name);
    return cli_misused(command, "--%s: there is no \"%s\"%s", option, name,
                       lw_nearest_hint(&near, hint, sizeof hint));
}

/* There are not as many as there is room for. */
static void choose_once(const lw_algorithm *algorithm, cli_algorithms *chosen)
{
    for (size_t i = 0; i < chosen->count; i++)
        if (chosen->at[i] == algorithm)
            return;
    chosen->at[chosen->count++] = algorithm;
}

int cli_choose_algorithms(const cli_command *command, const char *option, const cli_list *names,
                          cli_algorithms *chosen)
{
    for (uint32_t i = 0; i < names->count; i++)
        for (const char *at = names->at[i]; at != NULL;) {
            char name[32];
            size_t length = strcspn(at, ",");
            snprintf(name, sizeof name, "%.*s", (int)length, at);
            at = at[length] == ',' ? at + length + 1 : NULL;
            const lw_algorithm *algorithm = lw_algorithm_named(name);
            bool all = strcmp(name, "all") == 0;
            if (algorithm == NULL && !all)
                return no_such_algorithm(command, option, name);
            for (size_t k = 0; all && k < lw_algorithm_count(); k++)
                choose_once(lw_algorithm_at(k), chosen);
            if (!all)
                choose_once(algorithm, chosen);
        }
    return CLI_GO_ON;
}
