/* leeway maze: mazes from a seed. */
#include <string.h>
#include "cli.h"

enum { DENSITY = 30 };

typedef struct maze_arguments {
    const char *output;
    uint32_t seed, ease, density, width;
    int kind, theme;
    bool thin;
} maze_arguments;

static const char *kind_choice(int index)
{
    return index < LW_MAZE_KIND_COUNT ? lw_maze_kind_name((lw_maze_kind)index) : NULL;
}

static const cli_option option_table[] = {
    {'o', "output", "FILE", "by its ending: .txt .xml .grid .svg .pdf .png", CLI_TEXT,
     offsetof(maze_arguments, output), NULL},
    {0, "seed", "N", "another maze (1)", CLI_NUMBER, offsetof(maze_arguments, seed), NULL},
    {0, "kind", "NAME", "grown, dug or field (grown)", CLI_CHOICE, offsetof(maze_arguments, kind),
     kind_choice},
    {0, "ease", "N", "so many loops (0: one way only)", CLI_NUMBER, offsetof(maze_arguments, ease),
     NULL},
    {0, "density", "PERCENT", "of a field: so many cells are blocked (30)", CLI_NUMBER,
     offsetof(maze_arguments, density), NULL},
    {0, "thin", NULL, "pictures: walls are lines", CLI_FLAG, offsetof(maze_arguments, thin), NULL},
    {0, "theme", "NAME", "light, dark or print (light)", CLI_CHOICE,
     offsetof(maze_arguments, theme), cli_theme_choice},
    {0, "width", "PIXELS", "width of a PNG, at most", CLI_COUNT, offsetof(maze_arguments, width),
     NULL},
    {0},
};

static int run(const cli_command *command, int argc, char **argv);

const cli_command cli_maze = {
    .name = "maze",
    .operands = "COLSxROWS",
    .summary = "make a maze",
    .text = "Makes a maze of so many columns and rows of cells, up to 10000 each, the walls\n"
            "being cells as well. Of the same seed it is the same on every machine. Without\n"
            "an output it goes to standard output as text.\n"
            "\n"
            "grown: walls grow from random points until they meet others; dug: ways are dug\n"
            "by a recursive backtracker. Both are perfect: one way leads from any free cell\n"
            "to any other. --ease N lets N loops appear: walls that grow may end at N points\n"
            "that are walls from the start, or N walls between ways are broken through.\n"
            "field: no maze, cells are blocked by chance.\n",
    .examples = "  leeway maze 61x31\n"
                "  leeway maze 41x31 --seed 7 --ease 5 -o maze.xml\n"
                "  leeway maze 201x151 --kind dug --thin -o maze.pdf\n"
                "  leeway maze 60x40 --kind field --density 35 -o field.txt\n",
    .options = option_table,
    .rules = NULL,
    .run = run,
};

static int check_arguments(const cli_command *command, const maze_arguments *arguments,
                           lw_maze_format format)
{
    bool field = arguments->kind == LW_MAZE_FIELD, drawn = format >= LW_MAZE_SVG;
    if (!field && arguments->density != CLI_NOT_GIVEN)
        return cli_misused(command, "--density is for --kind field");
    if (field && (arguments->ease > 0 || arguments->thin))
        return cli_misused(command, "--%s is for mazes, and a field is none",
                           arguments->thin ? "thin" : "ease");
    if (!drawn && (arguments->thin || arguments->theme != 0))
        return cli_misused(command, "--%s says nothing without a picture",
                           arguments->thin ? "thin" : "theme");
    if (format != LW_MAZE_PNG && arguments->width > 0)
        return cli_misused(command, "--width says nothing without a PNG");
    return CLI_GO_ON;
}

/* The nets of a grid are an output as well. */
static int check_files(const cli_command *command, const char *output, lw_maze_format format)
{
    char nets[4096];
    cli_files files = {.output = {output}};
    if (format == LW_MAZE_GRID) {
        snprintf(nets, sizeof nets, "%.*s.nl", (int)(strlen(output) - strlen(".grid")), output);
        files.output[1] = nets;
    }
    return cli_check_files(command, &files);
}

static int make(const lw_maze_options *options, const lw_maze_saving *saving, const char *output)
{
    lw_map *map = NULL;
    lw_error err = {0};
    lw_status status = lw_maze_new(options, &map, &err);
    if (status == LW_OK)
        status = lw_maze_save(map, saving, output, &err);
    lw_map_free(map);
    return status == LW_OK ? CLI_CLEAN : cli_failed(status, &err);
}

static int run(const cli_command *command, int argc, char **argv)
{
    maze_arguments arguments = {.seed = 1, .density = CLI_NOT_GIVEN};
    lw_maze_options options = lw_maze_options_default();
    lw_maze_format format = LW_MAZE_TEXT;
    int first, code = cli_parse(command, argc, argv, &arguments, &first);
    if (code == CLI_GO_ON)
        code = cli_read_size(argv[first], &options.cols, &options.rows)
                   ? CLI_GO_ON
                   : cli_misused(command, "\"%s\" is no size such as 61x31", argv[first]);
    if (code != CLI_GO_ON)
        return code;
    const char *output = arguments.output != NULL ? arguments.output : "-";
    if (strcmp(output, "-") != 0 && !lw_maze_format_of(output, &format))
        return cli_misused(command, "\"%s\" does not end in .txt, .xml, .grid, .svg, .pdf or .png",
                           output);
    code = check_arguments(command, &arguments, format);
    if (code == CLI_GO_ON)
        code = check_files(command, output, format);
    if (code != CLI_GO_ON)
        return code;
    options.kind = (lw_maze_kind)arguments.kind;
    options.seed = arguments.seed;
    options.ease = arguments.ease;
    options.density = arguments.density == CLI_NOT_GIVEN ? DENSITY : arguments.density;
    lw_maze_saving saving = {.format = format,
                             .thin = arguments.thin,
                             .theme = (lw_theme)arguments.theme,
                             .width = arguments.width};
    return make(&options, &saving, output);
}
