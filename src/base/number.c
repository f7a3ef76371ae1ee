#include "base/number.h"

#include <stdio.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

/*
 * A number in the text: its digits, of which the first `whole` stand before the point once the
 * exponent has been applied (negative: that many zeros stand behind the point first).
 */
typedef struct decimal {
    bool negative;
    const char *digits; /* with perhaps a point among them */
    const char *point;  /* NULL when there is none */
    int64_t count;      /* of digits */
    int64_t whole;
} decimal;

/* Beyond this an exponent says "huge" or "tiny" whatever the digits are. */
#define EXPONENT_MAX ((int64_t)1 << 40)

const char *lw_number_fault_text(lw_number_fault fault)
{
    static const char *const text[] = {
        [LW_NUMBER_OK] = "is a number",
        [LW_NUMBER_EMPTY] = "is empty",
        [LW_NUMBER_SYNTAX] = "is not a number",
        [LW_NUMBER_RANGE] = "is out of range",
    };
    return text[fault];
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static const char *skip_blanks(const char *c)
{
    while (is_blank(*c))
        c++;
    return c;
}

static const char *skip_digits(const char *c)
{
    while (is_digit(*c))
        c++;
    return c;
}

static const char *read_sign(const char *c, bool *negative)
{
    *negative = *c == '-';
    return *c == '-' || *c == '+' ? c + 1 : c;
}

/* The number without a sign up to its last digit, saturating. */
static const char *read_exponent(const char *c, int64_t *exponent)
{
    bool negative;
    c = read_sign(c, &negative);
    *exponent = 0;
    for (; is_digit(*c); c++) {
        if (*exponent < EXPONENT_MAX)
            *exponent = *exponent * 10 + (*c - '0');
    }
    if (negative)
        *exponent = -*exponent;
    return c;
}

static lw_number_fault read_decimal(const char *text, decimal *out)
{
    const char *c = skip_blanks(text ? text : "");
    if (!*c)
        return LW_NUMBER_EMPTY;
    c = read_sign(c, &out->negative);
    out->digits = c;
    c = skip_digits(c);
    out->count = out->whole = c - out->digits;
    out->point = NULL;
    if (*c == '.') {
        out->point = c;
        c = skip_digits(c + 1);
        out->count += c - out->point - 1;
    }
    if (out->count == 0)
        return LW_NUMBER_SYNTAX;
    if (*c == 'e' || *c == 'E') {
        int64_t exponent;
        c = read_exponent(c + 1, &exponent);
        if (!is_digit(c[-1]))
            return LW_NUMBER_SYNTAX;
        out->whole += exponent;
    }
    return *skip_blanks(c) ? LW_NUMBER_SYNTAX : LW_NUMBER_OK;
}

/* Beyond the end all digits are 0. */
static unsigned digit_at(const decimal *d, int64_t i)
{
    if (i < 0 || i >= d->count)
        return 0;
    const char *c = d->digits + i;
    if (d->point && c >= d->point)
        c++;
    return (unsigned)(*c - '0');
}

/* Digits of the number before the point; at most 19 count, so the value times 2^63 fits. */
static bool whole_part(const decimal *d, wide *out)
{
    int64_t i = 0;
    while (i < d->count && digit_at(d, i) == 0)
        i++;
    *out = 0;
    if (i == d->count)
        return true;
    if (d->whole - i > 19)
        return false;
    for (; i < d->whole; i++)
        *out = *out * 10 + digit_at(d, i);
    return true;
}

/*
 * The part behind the point times scale, rounded half up. From the last digit to the first, each
 * step divides by ten and forgets the remainder: what is forgotten is less than one unit and
 * cannot reach the next digit, so the result is exact.
 */
static wide fraction_part(const decimal *d, int64_t scale)
{
    wide sum = 0;
    unsigned last = 0;
    int64_t first = d->whole;
    if (first < -40)
        return 0; /* 10^-40 * 2^63 < 1/2 */
    for (int64_t i = d->count - 1; i >= first; i--) {
        sum += (wide)digit_at(d, i) * (wide)scale;
        last = (unsigned)(sum % 10);
        sum /= 10;
    }
    return sum + (last >= 5);
}

lw_number_fault lw_parse_fixed(const char *text, int64_t scale, int64_t limit, int64_t *out)
{
    decimal d;
    lw_number_fault fault = read_decimal(text, &d);
    if (fault)
        return fault;
    wide whole;
    if (!whole_part(&d, &whole))
        return LW_NUMBER_RANGE;
    wide value = whole * (wide)scale + fraction_part(&d, scale);
    if (value > (wide)limit)
        return LW_NUMBER_RANGE;
    *out = d.negative ? -(int64_t)value : (int64_t)value;
    return LW_NUMBER_OK;
}

lw_number_fault lw_parse_length(const char *text, int64_t unit, lw_nm *out)
{
    int64_t value;
    lw_number_fault fault = lw_parse_fixed(text, unit, LW_NM_MAX, &value);
    if (!fault)
        *out = (lw_nm)value;
    return fault;
}

lw_number_fault lw_parse_length_with_unit(const char *text, const lw_unit *units, size_t count,
                                          lw_nm *out)
{
    char number[64];
    size_t length = strlen(text);
    int64_t unit = units[0].size;
    for (size_t i = 0; i < count; i++) {
        size_t tail = strlen(units[i].name);
        if (length > tail && strcmp(text + length - tail, units[i].name) == 0) {
            unit = units[i].size;
            length -= tail;
            break;
        }
    }
    if (length >= sizeof number)
        return LW_NUMBER_SYNTAX;
    memcpy(number, text, length);
    number[length] = '\0';
    return lw_parse_length(number, unit, out);
}

lw_number_fault lw_parse_integer(const char *text, int64_t least, int64_t most, int64_t *out)
{
    const char *c = skip_blanks(text ? text : "");
    if (!*c)
        return LW_NUMBER_EMPTY;
    bool negative;
    c = read_sign(c, &negative);
    const char *end = skip_digits(c);
    if (end == c || *skip_blanks(end))
        return LW_NUMBER_SYNTAX;
    int64_t value = 0; /* negative all the way: the smallest has no positive twin */
    for (; c < end; c++) {
        if (__builtin_mul_overflow(value, 10, &value) ||
            __builtin_sub_overflow(value, *c - '0', &value))
            return LW_NUMBER_RANGE;
    }
    if (!negative && __builtin_sub_overflow(0, value, &value))
        return LW_NUMBER_RANGE;
    if (value < least || value > most)
        return LW_NUMBER_RANGE;
    *out = value;
    return LW_NUMBER_OK;
}

char *lw_print_fixed(int64_t value, int64_t scale, char buffer[LW_NUMBER_ROOM])
{
    uint64_t magnitude = value < 0 ? -(uint64_t)value : (uint64_t)value;
    uint64_t fraction = magnitude % (uint64_t)scale;
    int end = snprintf(buffer, LW_NUMBER_ROOM, "%s%llu", value < 0 ? "-" : "",
                       (unsigned long long)(magnitude / (uint64_t)scale));
    if (fraction)
        buffer[end++] = '.';
    for (uint64_t place = (uint64_t)scale / 10; fraction; place /= 10) {
        buffer[end++] = (char)('0' + fraction / place);
        fraction %= place;
    }
    buffer[end] = '\0';
    return buffer;
}

static int64_t divide_rounded(wide value, wide by)
{
    return (int64_t)((value + by / 2) / by);
}

lw_mm_text lw_mm(int64_t nanometres)
{
    lw_mm_text text;
    lw_print_fixed(nanometres, 1000000, text.text);
    return text;
}

char *lw_print_length(lw_nm value, int64_t unit, char buffer[LW_NUMBER_ROOM])
{
    wide magnitude = (wide)(value < 0 ? -(int64_t)value : value);
    int64_t scale = 1;
    int64_t scaled = divide_rounded(magnitude, (wide)unit);
    while (divide_rounded((wide)scaled * (wide)unit, (wide)scale) != (int64_t)magnitude) {
        scale *= 10;
        scaled = divide_rounded(magnitude * (wide)scale, (wide)unit);
    }
    return lw_print_fixed(value < 0 ? -scaled : scaled, scale, buffer);
}
