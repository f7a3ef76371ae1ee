#include "base/buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"

void lw_buffer_free(lw_buffer *buffer)
{
    free(buffer->at);
    *buffer = (lw_buffer){0};
}

/* Room for `more` bytes and the NUL. */
static void make_room(lw_buffer *buffer, size_t more)
{
    size_t need;
    if (__builtin_add_overflow(buffer->count, more, &need) || need > PTRDIFF_MAX / 2)
        lw_abort_for_memory();
    need++;
    if (need <= buffer->room)
        return;
    size_t room = buffer->room * 2;
    buffer->room = need > room ? need : room;
    buffer->at = lw_realloc(buffer->at, buffer->room, 1);
}

void lw_buffer_add(lw_buffer *buffer, const char *bytes, size_t count)
{
    make_room(buffer, count);
    if (count > 0)
        memcpy(buffer->at + buffer->count, bytes, count);
    buffer->count += count;
    buffer->at[buffer->count] = '\0';
}

void lw_buffer_text(lw_buffer *buffer, const char *text)
{
    lw_buffer_add(buffer, text, strlen(text));
}

void lw_buffer_print(lw_buffer *buffer, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (length < 0)
        lw_abort_for_memory();
    make_room(buffer, (size_t)length);
    vsnprintf(buffer->at + buffer->count, (size_t)length + 1, format, again);
    buffer->count += (size_t)length;
    va_end(again);
}

/* A total order, so that the result never depends on how qsort breaks ties. */
static int compare_edits(const void *a, const void *b)
{
    const lw_edit *x = a, *y = b;
    if (x->begin != y->begin)
        return x->begin < y->begin ? -1 : 1;
    if (x->order != y->order)
        return x->order < y->order ? -1 : 1;
    if (x->end != y->end)
        return x->end < y->end ? -1 : 1;
    return strcmp(x->text ? x->text : "", y->text ? y->text : "");
}

void lw_splice(lw_buffer *out, const char *source, size_t size, lw_edit *edits, size_t count)
{
    if (count > 0)
        qsort(edits, count, sizeof *edits, compare_edits);
    size_t done = 0; /* the source is copied or deleted up to here */
    for (size_t i = 0; i < count; i++) {
        size_t begin = edits[i].begin < size ? edits[i].begin : size;
        size_t end = edits[i].end < size ? edits[i].end : size;
        if (begin > done) {
            lw_buffer_add(out, source + done, begin - done);
            done = begin;
        }
        if (edits[i].text)
            lw_buffer_text(out, edits[i].text);
        if (end > done)
            done = end;
    }
    lw_buffer_add(out, source + done, size - done);
}
