/*
 * How far words are apart is counted as in F. J. Damerau, "A Technique for Computer Detection and
 * Correction of Spelling Errors", CACM 7 (1964): letters inserted, left out, changed, or swapped
 * with the next one. The table is filled row by row as in R. A. Wagner and M. J. Fischer, "The
 * String-to-String Correction Problem", JACM 21 (1974).
 */
#include "base/nearest.h"

#include <stdio.h>
#include <string.h>

/* Longer words are not compared: nobody mistypes those by hand. */
enum { LONGEST = 64, FAR = 3 };

static int lower(char c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Edits that turn a into b, case aside. */
static uint32_t edits(const char *a, size_t a_length, const char *b, size_t b_length)
{
    uint32_t rows[3][LONGEST + 1];
    uint32_t *before = rows[0], *last = rows[1], *row = rows[2];
    for (uint32_t j = 0; j <= b_length; j++)
        last[j] = j;
    for (uint32_t i = 1; i <= a_length; i++) {
        row[0] = i;
        for (uint32_t j = 1; j <= b_length; j++) {
            uint32_t change = lower(a[i - 1]) != lower(b[j - 1]);
            row[j] = least(least(last[j], row[j - 1]) + 1, last[j - 1] + change);
            bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                           lower(a[i - 2]) == lower(b[j - 1]);
            if (swapped)
                row[j] = least(row[j], before[j - 2] + 1);
        }
        uint32_t *free_row = before;
        before = last;
        last = row;
        row = free_row;
    }
    return last[b_length];
}

lw_nearest lw_nearest_to(const char *word)
{
    /* One letter of a short word may be wrong, two of a longer one. */
    return (lw_nearest){.word = word, .distance = strlen(word) < 5 ? FAR - 1 : FAR};
}

void lw_nearest_try(lw_nearest *nearest, const char *known)
{
    size_t a = strlen(nearest->word), b = strlen(known);
    size_t more = a > b ? a - b : b - a;
    if (a > LONGEST || b > LONGEST || more >= nearest->distance || a == 0)
        return;
    uint32_t distance = edits(nearest->word, a, known, b);
    if (distance < nearest->distance && distance < b) {
        nearest->distance = distance;
        nearest->best = known;
    }
}

const char *lw_nearest_hint(const lw_nearest *nearest, char *buffer, size_t size)
{
    buffer[0] = '\0';
    if (nearest->best)
        snprintf(buffer, size, "; did you mean \"%s\"?", nearest->best);
    return buffer;
}
