#include "geom/index.h"

#include "base/arena.h"

/*
 * Grids of squares over the world, each level's twice as large as the one's below. A thing is in
 * one square alone: on the lowest level whose squares are at least as large as its box, in the
 * square of its lower left corner. So it reaches at most into the next squares to the right and
 * above, and a query looks one square farther to the left and below; nothing is found twice.
 *
 * A square holds its things side by side, boxes included, in order of adding: queries are bound by
 * how fast memory is read.
 */

#define MAX_LEVELS   33
#define LEAST_SQUARE 1024
#define MAX_SQUARES  ((int64_t)1 << 21)

typedef struct entry {
    lw_box box;
    uint32_t id;
} entry;

typedef LW_LIST(entry) square;

typedef struct grid {
    int64_t size; /* of a square */
    int32_t cols, rows;
    uint32_t count; /* of things */
    square *squares;
} grid;

struct lw_index {
    lw_arena *arena;
    lw_nm x, y; /* lower left corner of the world */
    uint32_t level_count;
    grid levels[MAX_LEVELS];
};

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t box_size(lw_box box)
{
    return larger((int64_t)box.x2 - box.x1, (int64_t)box.y2 - box.y1);
}

static int64_t squares_of(int64_t width, int64_t height, int64_t size)
{
    return (width / size + 1) * (height / size + 1);
}

lw_index *lw_index_new(lw_box world, uint32_t expected)
{
    if (lw_box_is_empty(world))
        world = (lw_box){0, 0, 0, 0};
    int64_t width = (int64_t)world.x2 - world.x1, height = (int64_t)world.y2 - world.y1;
    int64_t most = 2 * (int64_t)expected + 16;
    if (most > MAX_SQUARES)
        most = MAX_SQUARES;
    int64_t size = LEAST_SQUARE;
    while (squares_of(width, height, size) > most)
        size *= 2;
    lw_arena *arena = lw_arena_new();
    lw_index *index = LW_NEW(arena, lw_index);
    index->arena = arena;
    index->x = world.x1;
    index->y = world.y1;
    for (bool whole = false; !whole; size *= 2) {
        whole = size > width && size > height;
        index->levels[index->level_count++] = (grid){
            .size = size,
            .cols = (int32_t)(width / size + 1),
            .rows = (int32_t)(height / size + 1),
        };
    }
    return index;
}

void lw_index_free(lw_index *index)
{
    if (index)
        lw_arena_free(index->arena);
}

static int32_t clamp(int64_t i, int32_t count)
{
    return i < 0 ? 0 : i >= count ? count - 1 : (int32_t)i;
}

/* What lies outside is in the squares of the rim. */
static int32_t col_of(const lw_index *index, const grid *level, int64_t x)
{
    return clamp((x - index->x) / level->size, level->cols);
}

static int32_t row_of(const lw_index *index, const grid *level, int64_t y)
{
    return clamp((y - index->y) / level->size, level->rows);
}

static square *square_at(const grid *level, int32_t col, int32_t row)
{
    return &level->squares[(size_t)row * (size_t)level->cols + (size_t)col];
}

void lw_index_add(lw_index *index, uint32_t id, lw_box box)
{
    if (lw_box_is_empty(box))
        return;
    grid *level = index->levels;
    while (level->size < box_size(box) && level < &index->levels[index->level_count - 1])
        level++;
    if (!level->squares)
        level->squares =
            LW_NEW_MANY(index->arena, square, (size_t)level->cols * (size_t)level->rows);
    square *s = square_at(level, col_of(index, level, box.x1), row_of(index, level, box.y1));
    *lw_list_add(index->arena, s) = (entry){box, id};
    level->count++;
}

void lw_index_forget(lw_index *index, uint32_t first)
{
    for (grid *level = index->levels; level < index->levels + index->level_count; level++) {
        uint32_t squares = level->squares ? (uint32_t)level->cols * (uint32_t)level->rows : 0;
        for (square *s = level->squares; squares > 0; squares--, s++) {
            uint32_t before = s->count;
            while (s->count > 0 && s->at[s->count - 1].id >= first)
                s->count--;
            level->count -= before - s->count;
        }
    }
}

/* Of boxes that are not empty. */
static inline bool meets(const lw_box *a, const lw_box *b)
{
    return a->x1 <= b->x2 && b->x1 <= a->x2 && a->y1 <= b->y2 && b->y1 <= a->y2;
}

/* Puts the cursor at the first square of the next level that holds anything. */
static bool enter_level(lw_cursor *cursor)
{
    const lw_index *index = cursor->index;
    while (cursor->level < index->level_count && index->levels[cursor->level].count == 0)
        cursor->level++;
    if (cursor->level == index->level_count)
        return false;
    const grid *level = &index->levels[cursor->level];
    lw_box box = cursor->box;
    cursor->first_col = col_of(index, level, box.x1 - level->size);
    cursor->last_col = col_of(index, level, box.x2);
    cursor->row = row_of(index, level, box.y1 - level->size);
    cursor->last_row = row_of(index, level, box.y2);
    cursor->col = cursor->first_col;
    cursor->entry = 0;
    return true;
}

/* The next square, perhaps of the next level; false at the end. */
static bool advance(lw_cursor *cursor)
{
    if (cursor->col < cursor->last_col) {
        cursor->col++;
    } else if (cursor->row < cursor->last_row) {
        cursor->row++;
        cursor->col = cursor->first_col;
    } else {
        cursor->level++;
        return enter_level(cursor);
    }
    cursor->entry = 0;
    return true;
}

lw_cursor lw_index_find(const lw_index *index, lw_box box)
{
    lw_cursor cursor = {.index = index, .box = box};
    if (lw_box_is_empty(box) || !enter_level(&cursor))
        cursor.level = index->level_count;
    return cursor;
}

bool lw_index_next(lw_cursor *cursor, uint32_t *id)
{
    if (cursor->level == cursor->index->level_count)
        return false;
    do {
        const grid *level = &cursor->index->levels[cursor->level];
        const square *s = square_at(level, cursor->col, cursor->row);
        while (cursor->entry < s->count) {
            const entry *e = &s->at[cursor->entry++];
            if (meets(&e->box, &cursor->box)) {
                *id = e->id;
                return true;
            }
        }
    } while (advance(cursor));
    return false;
}

void lw_index_drop(lw_index *index, lw_cursor *cursor)
{
    grid *level = &index->levels[cursor->level];
    square *s = square_at(level, cursor->col, cursor->row);
    s->at[--cursor->entry] = s->at[--s->count];
    level->count--;
}
