/* Graphs as lists of edges: `name name cost`, a line an edge. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "base/arena.h"
#include "base/fail.h"
#include "base/file.h"
#include "base/names.h"
#include "io/words.h"
#include "leeway/graph.h"

enum { SIZE_MOST = 1 << 29, SHOWN = 40, EDGES_TELLING = 2 /* one may be anything */ };

typedef struct edge {
    int32_t end[2];
    int32_t cost;
} edge;

typedef struct edge_reader {
    lw_words words;
    lw_arena *arena;
    lw_names *names;
    lw_dict *vertices; /* by name */
    LW_LIST(const char *) name;
    LW_LIST(edge) edges;
} edge_reader;

static int shown(lw_word word)
{
    return word.length < SHOWN ? word.length : SHOWN;
}

static bool has_control_letter(lw_word word)
{
    for (int i = 0; i < word.length; i++)
        if ((unsigned char)word.text[i] < ' ' || word.text[i] == 0x7f)
            return true;
    return false;
}

/* The vertex that a word names: one that is known, or a new one. */
static lw_status find_vertex(edge_reader *reader, lw_word word, int32_t *vertex)
{
    if (has_control_letter(word))
        return lw_words_fail(&reader->words, word, "\"%.*s\" has a control character in it",
                             shown(word), word.text);
    const char *name = lw_intern_n(reader->names, word.text, (size_t)word.length);
    *vertex = lw_dict_get(reader->vertices, name, NULL);
    if (*vertex >= 0)
        return LW_OK;
    if (reader->name.count == LW_GRAPH_VERTICES_MAX)
        return lw_words_fail(&reader->words, word, "these are more than %d names",
                             LW_GRAPH_VERTICES_MAX);
    *vertex = (int32_t)reader->name.count;
    lw_dict_put(reader->vertices, name, NULL, *vertex);
    *lw_list_add(reader->arena, &reader->name) = name;
    return LW_OK;
}

static lw_status read_cost(edge_reader *reader, lw_word first, int32_t *cost)
{
    lw_word next;
    *cost = 1;
    if (!lw_words_peek(&reader->words, &next) || next.line != first.line)
        return LW_OK;
    lw_status status = lw_words_number(&reader->words, "the cost", 0, LW_GRAPH_COST_MAX, cost);
    return status ? status : lw_words_line_end(&reader->words, first);
}

static lw_status read_edge(edge_reader *reader, lw_word first)
{
    lw_word second;
    edge read;
    if (!lw_words_peek(&reader->words, &second) || second.line != first.line)
        return lw_words_fail(&reader->words, first, "\"%.*s\" stands alone: an edge has two ends",
                             shown(first), first.text);
    lw_words_next(&reader->words, &second);
    lw_status status = find_vertex(reader, first, &read.end[0]);
    if (!status)
        status = find_vertex(reader, second, &read.end[1]);
    if (!status && read.end[0] == read.end[1])
        status = lw_words_fail(&reader->words, second, "\"%.*s\" is joined with itself",
                               shown(second), second.text);
    if (!status && reader->edges.count == LW_GRAPH_EDGES_MAX)
        status = lw_words_fail(&reader->words, first, "these are more than %d edges",
                               LW_GRAPH_EDGES_MAX);
    if (!status)
        status = read_cost(reader, first, &read.cost);
    if (!status)
        *lw_list_add(reader->arena, &reader->edges) = read;
    return status;
}

/* Both ways of each edge, in the order of the file: counted, then each put behind the ones before.
 */
static lw_graph *make_graph(const edge_reader *reader)
{
    lw_arena *arena = reader->arena;
    uint32_t count = reader->name.count;
    size_t *first = LW_NEW_MANY(arena, size_t, (size_t)count + 2);
    lw_graph_arc *arcs = LW_NEW_MANY(arena, lw_graph_arc, 2 * (size_t)reader->edges.count + 1);
    for (uint32_t i = 0; i < reader->edges.count; i++)
        for (int side = 0; side < 2; side++)
            first[reader->edges.at[i].end[side] + 2]++;
    for (uint32_t i = 2; i <= count; i++)
        first[i] += first[i - 1];
    for (uint32_t i = 0; i < reader->edges.count; i++)
        for (int side = 0; side < 2; side++) {
            const edge *at = &reader->edges.at[i];
            arcs[first[at->end[side] + 1]++] =
                (lw_graph_arc){at->end[1 - side], (uint64_t)at->cost};
        }
    lw_graph *graph = LW_NEW(arena, lw_graph);
    *graph = (lw_graph){.count = (int32_t)count,
                        .name = reader->name.at,
                        .first = first,
                        .arcs = arcs,
                        .arena = arena,
                        .names = reader->names,
                        .vertices = reader->vertices};
    return graph;
}

static bool is_number(lw_word word)
{
    for (int i = 0; i < word.length; i++)
        if (word.text[i] < '0' || word.text[i] > '9')
            return false;
    return word.length > 0;
}

/* Whether the line of the first word is an edge; the reader moves behind it. */
static bool is_edge(lw_words *words, lw_word first)
{
    lw_word word = first, last = first;
    int count = 1;
    bool good = !has_control_letter(first);
    for (; lw_words_peek(words, &word) && word.line == first.line; count++) {
        lw_words_next(words, &last);
        good &= !has_control_letter(last);
    }
    return good && (count == 2 || (count == 3 && is_number(last)));
}

static bool is_named_so(const char *name)
{
    static const char ending[] = ".edges";
    size_t length = strlen(name), end = sizeof ending - 1;
    return length > end && strcasecmp(name + length - end, ending) == 0;
}

/* Of nothing but the letters of text mazes. */
static bool is_drawn(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (!text[i] || !strchr("#. STst123456789\r\n", text[i]))
            return false;
    return true;
}

bool lw_graph_recognise(const char *name, const char *text, size_t size)
{
    lw_words words = lw_words_of("", text, size, NULL);
    lw_word first;
    int edges = 0;
    bool all_numbers = true;
    words.comments = true;
    if (is_named_so(name))
        return true;
    if (is_drawn(text, size))
        return false;
    while (lw_words_next(&words, &first)) {
        if ((!edges && strchr("<(", *first.text)) || !is_edge(&words, first))
            return false;
        all_numbers &= is_number(first);
        edges += edges < EDGES_TELLING;
    }
    return edges == EDGES_TELLING && !all_numbers;
}

lw_status lw_graph_parse(const char *name, const char *text, size_t size, lw_graph **out,
                         lw_error *err)
{
    *out = NULL;
    if (size > SIZE_MOST)
        return lw_fail(err, LW_ERR_INPUT, name, 0, 0, "the file is larger than %d bytes",
                       SIZE_MOST);
    lw_arena *arena = lw_arena_new();
    edge_reader reader = {.words = lw_words_of(name, text, size, err),
                          .arena = arena,
                          .names = lw_names_new(arena),
                          .vertices = lw_dict_new(arena)};
    reader.words.comments = true;
    lw_status status = LW_OK;
    for (lw_word first; !status && lw_words_next(&reader.words, &first);)
        status = read_edge(&reader, first);
    if (status)
        lw_arena_free(arena);
    else
        *out = make_graph(&reader);
    return status;
}

lw_status lw_graph_read(const char *path, lw_graph **out, lw_error *err)
{
    char *text;
    size_t size;
    *out = NULL;
    lw_status status = lw_file_read(path, SIZE_MOST, &text, &size, err);
    if (status)
        return status;
    status = lw_graph_parse(path, text, size, out, err);
    free(text);
    return status;
}
