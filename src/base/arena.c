#include "base/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"

/*
 * A list of chunks, the newest first; blocks are cut from the newest alone. A block that would
 * leave most of the newest chunk unused gets a chunk of its own behind it. Chunks double in size,
 * so their number stays small.
 *
 * Under AddressSanitizer what is not handed out is poisoned, and a strip stays so behind each
 * block.
 */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define POISONING 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define POISONING 1
#endif
#ifdef POISONING
#include <sanitizer/asan_interface.h>
#define STRIP                  16
#define poison(block, bytes)   ASAN_POISON_MEMORY_REGION((block), (bytes))
#define unpoison(block, bytes) ASAN_UNPOISON_MEMORY_REGION((block), (bytes))
#else
#define STRIP                  0
#define poison(block, bytes)   ((void)0)
#define unpoison(block, bytes) ((void)0)
#endif

#define ALIGNMENT   _Alignof(max_align_t)
#define FIRST_CHUNK ((size_t)4 << 10)
#define LAST_CHUNK  ((size_t)1 << 20)

typedef struct chunk {
    struct chunk *next;
    size_t used;
    size_t room;
    _Alignas(max_align_t) char bytes[];
} chunk;

struct lw_arena {
    chunk *chunks;
    size_t next_room;
};

lw_arena *lw_arena_new(void)
{
    lw_arena *arena = lw_alloc(1, sizeof *arena);
    arena->next_room = FIRST_CHUNK;
    return arena;
}

static void free_chunk(chunk *c)
{
    unpoison(c->bytes, c->room);
    free(c);
}

void lw_arena_free(lw_arena *arena)
{
    if (!arena)
        return;
    for (chunk *c = arena->chunks, *next; c; c = next) {
        next = c->next;
        free_chunk(c);
    }
    free(arena);
}

void lw_arena_reset(lw_arena *arena)
{
    chunk *kept = NULL;
    for (chunk *c = arena->chunks, *next; c; c = next) {
        next = c->next;
        if (!kept || c->room > kept->room) {
            chunk *smaller = kept;
            kept = c;
            c = smaller;
        }
        if (c)
            free_chunk(c);
    }
    arena->chunks = kept;
    if (kept) {
        kept->next = NULL;
        kept->used = 0;
        poison(kept->bytes, kept->room);
    }
}

static chunk *new_chunk(size_t room)
{
    chunk *c = malloc(sizeof *c + room);
    if (!c)
        lw_abort_for_memory();
    c->next = NULL;
    c->used = 0;
    c->room = room;
    poison(c->bytes, room);
    return c;
}

/* A chunk with `bytes` free. */
static chunk *chunk_for(lw_arena *arena, size_t bytes)
{
    chunk *newest = arena->chunks;
    if (newest && newest->room - newest->used >= bytes)
        return newest;
    if (newest && bytes > arena->next_room / 4) {
        chunk *own = new_chunk(bytes);
        own->next = newest->next;
        newest->next = own;
        return own;
    }
    chunk *c = new_chunk(bytes > arena->next_room ? bytes : arena->next_room);
    c->next = newest;
    arena->chunks = c;
    if (arena->next_room < LAST_CHUNK)
        arena->next_room *= 2;
    return c;
}

void *lw_arena_alloc(lw_arena *arena, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes) || bytes > PTRDIFF_MAX / 2)
        lw_abort_for_memory();
    size_t whole = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT + STRIP;
    chunk *c = chunk_for(arena, whole);
    char *block = c->bytes + c->used;
    c->used += whole;
    unpoison(block, bytes);
    return memset(block, 0, bytes);
}

void *lw_arena_copy(lw_arena *arena, const void *bytes, size_t count, size_t size)
{
    void *block = lw_arena_alloc(arena, count, size);
    if (count * size > 0)
        memcpy(block, bytes, count * size);
    return block;
}

char *lw_arena_text(lw_arena *arena, const char *text, size_t length)
{
    char *copy = lw_arena_alloc(arena, length + 1, 1);
    if (length > 0)
        memcpy(copy, text, length);
    return copy;
}

char *lw_arena_print(lw_arena *arena, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (length < 0)
        lw_abort_for_memory();
    char *text = lw_arena_alloc(arena, (size_t)length + 1, 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

void lw_list_grow(lw_arena *arena, void *list_at, uint32_t count, uint32_t *room, size_t size)
{
    char *at; /* list_at is a T **, which must not be read as a void ** */
    memcpy(&at, list_at, sizeof at);
    if (count >= *room) {
        if (count > UINT32_MAX / 2)
            lw_abort_for_memory();
        *room = count < 4 ? 4 : count * 2;
        char *more = lw_arena_alloc(arena, *room, size);
        if (count > 0)
            memcpy(more, at, count * size);
        at = more;
        memcpy(list_at, &at, sizeof at);
    }
    memset(at + count * size, 0, size);
}
