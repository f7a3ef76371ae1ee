#include "io/latin.h"

#include "base/plain.h"

/* What the bytes from 0x80 to 0x9F stand for; all others are the letter of their own number. */
enum { FIRST = 0x80, LAST = 0x9F };
static const uint16_t letters[LAST - FIRST + 1] = {
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};

bool lw_is_utf8(const char *text, size_t size)
{
    for (size_t at = 0, length; at < size; at += length) {
        length = lw_utf8_length(text + at, size - at);
        if (length == 0)
            return false;
    }
    return true;
}

void lw_latin_decode(const char *text, size_t size, lw_buffer *out)
{
    for (size_t i = 0; i < size; i++) {
        uint32_t letter = (unsigned char)text[i];
        if (letter >= FIRST && letter <= LAST)
            letter = letters[letter - FIRST];
        const char two[] = {(char)(0xC0 | letter >> 6), (char)(0x80 | (letter & 0x3F))};
        const char three[] = {(char)(0xE0 | letter >> 12), (char)(0x80 | (letter >> 6 & 0x3F)),
                              (char)(0x80 | (letter & 0x3F))};
        if (letter < 0x80)
            lw_buffer_add(out, &text[i], 1);
        else if (letter < 0x800)
            lw_buffer_add(out, two, sizeof two);
        else
            lw_buffer_add(out, three, sizeof three);
    }
}

/* Of the number of a letter; '?' where there is none. */
static char byte_of(uint32_t letter)
{
    for (int i = FIRST; i <= LAST; i++)
        if (letters[i - FIRST] == letter)
            return (char)i;
    return letter < FIRST || (letter > LAST && letter <= 0xFF) ? (char)letter : '?';
}

void lw_latin_encode(const char *text, size_t size, lw_buffer *out)
{
    for (size_t at = 0; at < size;) {
        uint32_t length = lw_utf8_length(text + at, size - at);
        uint32_t letter = (unsigned char)text[at];
        if (length > 1)
            letter &= 0x3Fu >> (length - 1);
        for (uint32_t i = 1; i < length; i++)
            letter = letter << 6 | ((unsigned char)text[at + i] & 0x3F);
        char byte = length > 0 ? byte_of(letter) : '?';
        lw_buffer_add(out, &byte, 1);
        at += length > 0 ? length : 1;
    }
}
