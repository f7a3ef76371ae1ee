#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "check_leaks.h"

#define MM   1000000
#define MIL  25400
#define INCH 25400000

Test(number, reads_lengths_exactly)
{
    static const struct {
        const char *text;
        int64_t unit;
        lw_nm value;
    } cases[] = {
        {"0", MM, 0},
        {"-0", MM, 0},
        {"0.25", MM, 250000},
        {"+3", MM, 3000000},
        {".5", MM, 500000},
        {"5.", MM, 5000000},
        {" 1.0 ", MM, 1000000},
        {"\t\n\r 2 \r\n", MM, 2000000},
        {"-12.7", MM, -12700000},
        {"1e2", MM, 100000000},
        {"1E+2", MM, 100000000},
        {"250e-3", MM, 250000},
        {"1e-999", MM, 0},
        {"1e-999999999999999999999999", MM, 0},
        {"0e999", MM, 0},
        {"0.000e999999999999999999999", MM, 0},
        {"0.0000004", MM, 0},
        {"0.00000049999999999999999999999999999999999999999999", MM, 0},
        {"0.0000005", MM, 1},
        {"-0.0000005", MM, -1},
        {"-0.0000004999", MM, 0},
        {"0.00000149999", MM, 1},
        {"0.0000015", MM, 2},
        {"1000", MM, 1000000000},
        {"-1000", MM, -1000000000},
        {"1000.0000004", MM, 1000000000},
        {"000000000000000000000000000000000001", MM, 1000000},
        {"100000000000000000000000000000000000e-35", MM, 1000000},
        {"0.00000000000000000000000000000000000001e38", MM, 1000000},
        {"1", MIL, 25400},
        {"0.1", MIL, 2540},
        {"3.937007874", MIL, 100000}, /* 99999.9999996 */
        {"0.00001", MIL, 0},          /* 0.254 */
        {"0.00002", MIL, 1},          /* 0.508 */
        {"0.25", INCH, 6350000},
        {"39.37", INCH, 999998000},
        {"0.00000001", INCH, 0},
        {"0.00000002", INCH, 1}, /* 0.508 */
        {"3", 1, 3},
        {"2.5", 1, 3},
        {"-2.5", 1, -3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_nm value = 77;
        lw_number_fault fault = lw_parse_length(cases[i].text, cases[i].unit, &value);
        cr_expect_eq(fault, LW_NUMBER_OK, "'%s' %s", cases[i].text, lw_number_fault_text(fault));
        cr_expect_eq(value, cases[i].value, "'%s' is %d, not %d", cases[i].text, value,
                     cases[i].value);
    }
}

Test(number, refuses_what_is_no_length)
{
    static const struct {
        const char *text;
        lw_number_fault fault;
    } cases[] = {
        {"", LW_NUMBER_EMPTY},
        {" \t", LW_NUMBER_EMPTY},
        {NULL, LW_NUMBER_EMPTY},
        {"nan", LW_NUMBER_SYNTAX},
        {"NaN", LW_NUMBER_SYNTAX},
        {"inf", LW_NUMBER_SYNTAX},
        {"-inf", LW_NUMBER_SYNTAX},
        {"infinity", LW_NUMBER_SYNTAX},
        {"0x10", LW_NUMBER_SYNTAX},
        {"0x1p3", LW_NUMBER_SYNTAX},
        {"1,5", LW_NUMBER_SYNTAX},
        {"1 000", LW_NUMBER_SYNTAX},
        {"--1", LW_NUMBER_SYNTAX},
        {"+-1", LW_NUMBER_SYNTAX},
        {"- 1", LW_NUMBER_SYNTAX},
        {"1-", LW_NUMBER_SYNTAX},
        {".", LW_NUMBER_SYNTAX},
        {"+", LW_NUMBER_SYNTAX},
        {"-.", LW_NUMBER_SYNTAX},
        {"e5", LW_NUMBER_SYNTAX},
        {".e5", LW_NUMBER_SYNTAX},
        {"1e", LW_NUMBER_SYNTAX},
        {"1e+", LW_NUMBER_SYNTAX},
        {"1e1.5", LW_NUMBER_SYNTAX},
        {"1e5e5", LW_NUMBER_SYNTAX},
        {"1.2.3", LW_NUMBER_SYNTAX},
        {"1..2", LW_NUMBER_SYNTAX},
        {"1.0 mm", LW_NUMBER_SYNTAX},
        {"1mm", LW_NUMBER_SYNTAX},
        {"1\v", LW_NUMBER_SYNTAX},
        {"1\xc2\xa0", LW_NUMBER_SYNTAX},
        {"\xd9\xa1", LW_NUMBER_SYNTAX},
        {"1000.0000005", LW_NUMBER_RANGE},
        {"-1000.0000005", LW_NUMBER_RANGE},
        {"1001", LW_NUMBER_RANGE},
        {"1e999", LW_NUMBER_RANGE},
        {"-1e999", LW_NUMBER_RANGE},
        {"1e99999999999999999999999999", LW_NUMBER_RANGE},
        {"9223372036854775807", LW_NUMBER_RANGE},
        {"18446744073709551616", LW_NUMBER_RANGE},
        {"340282366920938463463374607431768211456", LW_NUMBER_RANGE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_nm value = 77;
        lw_number_fault fault = lw_parse_length(cases[i].text, MM, &value);
        cr_expect_eq(fault, cases[i].fault, "'%s' %s", cases[i].text, lw_number_fault_text(fault));
        cr_expect_eq(value, 77, "'%s' was written", cases[i].text);
    }
}

/* `count` times c between two ends. */
static char *long_text(const char *before, char c, size_t count, const char *after)
{
    size_t length = strlen(before) + count + strlen(after);
    char *text = malloc(length + 1);
    strcpy(text, before);
    memset(text + strlen(before), c, count);
    strcpy(text + strlen(before) + count, after);
    return text;
}

Test(number, survives_ten_thousand_digits)
{
    static const struct {
        const char *before;
        char digit;
        const char *after;
        lw_number_fault fault;
        lw_nm value;
    } cases[] = {
        {"", '9', "", LW_NUMBER_RANGE, 77},
        {"", '0', "1.5", LW_NUMBER_OK, 1500000},
        {"0.", '9', "", LW_NUMBER_OK, 1000000},
        {"0.0000004", '9', "", LW_NUMBER_OK, 0},
        {"0.", '0', "1e10001", LW_NUMBER_OK, 1000000},
        {"1", '0', "e-10000", LW_NUMBER_OK, 1000000},
        {"1", '0', "e-10002", LW_NUMBER_OK, 10000},
        {"1", '0', "e-9996", LW_NUMBER_RANGE, 77},
        {"1e", '9', "", LW_NUMBER_RANGE, 77},
        {"1e-", '9', "", LW_NUMBER_OK, 0},
        {"1e-", '0', "1", LW_NUMBER_OK, 100000},
        {"", ' ', "1", LW_NUMBER_OK, 1000000},
        {"", '-', "1", LW_NUMBER_SYNTAX, 77},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = long_text(cases[i].before, cases[i].digit, 10000, cases[i].after);
        lw_nm value = 77;
        lw_number_fault fault = lw_parse_length(text, MM, &value);
        cr_expect_eq(fault, cases[i].fault, "case %zu %s", i, lw_number_fault_text(fault));
        cr_expect_eq(value, cases[i].value, "case %zu is %d", i, value);
        free(text);
    }
    lw_test_no_leaks();
}

Test(number, reads_fixed_point_up_to_the_largest_integers)
{
    static const struct {
        const char *text;
        int64_t scale, limit;
        lw_number_fault fault;
        int64_t value;
    } cases[] = {
        {"9223372036854775807", 1, INT64_MAX, LW_NUMBER_OK, INT64_MAX},
        {"-9223372036854775807", 1, INT64_MAX, LW_NUMBER_OK, -INT64_MAX},
        {"9223372036854775807.4", 1, INT64_MAX, LW_NUMBER_OK, INT64_MAX},
        {"9223372036854775807.5", 1, INT64_MAX, LW_NUMBER_RANGE, 77},
        {"9223372036854775808", 1, INT64_MAX, LW_NUMBER_RANGE, 77},
        {"9999999999999999999", INT64_MAX, INT64_MAX, LW_NUMBER_RANGE, 77},
        {"1", INT64_MAX, INT64_MAX, LW_NUMBER_OK, INT64_MAX},
        {"0.5", INT64_MAX, INT64_MAX, LW_NUMBER_OK, INT64_MAX / 2 + 1},
        {"0.00000000000000000001", INT64_MAX, INT64_MAX, LW_NUMBER_OK, 0},
        {"0.0000000000000000001", INT64_MAX, INT64_MAX, LW_NUMBER_OK, 1},
        {"359.9999999", 1000000, 360000000, LW_NUMBER_OK, 360000000},
        {"22.5", 1000000, 360000000, LW_NUMBER_OK, 22500000},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t value = 77;
        lw_number_fault fault =
            lw_parse_fixed(cases[i].text, cases[i].scale, cases[i].limit, &value);
        cr_expect_eq(fault, cases[i].fault, "'%s' %s", cases[i].text, lw_number_fault_text(fault));
        cr_expect_eq(value, cases[i].value, "'%s' is %lld", cases[i].text, (long long)value);
    }
}

Test(number, reads_integers)
{
    static const struct {
        const char *text;
        int64_t least, most;
        lw_number_fault fault;
        int64_t value;
    } cases[] = {
        {"0", 0, 9, LW_NUMBER_OK, 0},
        {" 7 ", 0, 9, LW_NUMBER_OK, 7},
        {"+7", 0, 9, LW_NUMBER_OK, 7},
        {"007", 0, 9, LW_NUMBER_OK, 7},
        {"-7", -9, 9, LW_NUMBER_OK, -7},
        {"10", 0, 9, LW_NUMBER_RANGE, 77},
        {"-1", 0, 9, LW_NUMBER_RANGE, 77},
        {"", 0, 9, LW_NUMBER_EMPTY, 77},
        {"-", 0, 9, LW_NUMBER_SYNTAX, 77},
        {"1.0", 0, 9, LW_NUMBER_SYNTAX, 77},
        {"1e1", 0, 99, LW_NUMBER_SYNTAX, 77},
        {"0x1", 0, 9, LW_NUMBER_SYNTAX, 77},
        {"7 8", 0, 99, LW_NUMBER_SYNTAX, 77},
        {"9223372036854775807", INT64_MIN, INT64_MAX, LW_NUMBER_OK, INT64_MAX},
        {"-9223372036854775808", INT64_MIN, INT64_MAX, LW_NUMBER_OK, INT64_MIN},
        {"9223372036854775808", INT64_MIN, INT64_MAX, LW_NUMBER_RANGE, 77},
        {"-9223372036854775809", INT64_MIN, INT64_MAX, LW_NUMBER_RANGE, 77},
        {"99999999999999999999999", INT64_MIN, INT64_MAX, LW_NUMBER_RANGE, 77},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t value = 77;
        lw_number_fault fault =
            lw_parse_integer(cases[i].text, cases[i].least, cases[i].most, &value);
        cr_expect_eq(fault, cases[i].fault, "'%s' %s", cases[i].text, lw_number_fault_text(fault));
        cr_expect_eq(value, cases[i].value, "'%s' is %lld", cases[i].text, (long long)value);
    }
}

Test(number, prints_the_shortest_decimal)
{
    static const struct {
        int64_t value, scale;
        const char *text;
    } cases[] = {
        {0, 1000000, "0"},
        {1500000, 1000000, "1.5"},
        {-6350, 1000000, "-0.00635"},
        {12000000, 1000000, "12"},
        {1, 1000000, "0.000001"},
        {-1, 1, "-1"},
        {100, 10, "10"},
        {INT64_MAX, 1, "9223372036854775807"},
        {INT64_MIN, 1, "-9223372036854775808"},
        {INT64_MIN, 1000000000000000000, "-9.223372036854775808"},
        {1, 1000000000000000000, "0.000000000000000001"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char buffer[LW_NUMBER_ROOM];
        cr_expect_str_eq(lw_print_fixed(cases[i].value, cases[i].scale, buffer), cases[i].text);
    }
}

Test(number, prints_lengths_that_read_back)
{
    static const struct {
        lw_nm value;
        int64_t unit;
        const char *text;
    } cases[] = {
        {25400, MIL, "1"},      {2540000, INCH, "0.1"},           {-1270, MIL, "-0.05"},
        {1, MIL, "0.00004"},    /* 1.016 nm; 0.00003 is 0.762 nm and reads as 1 as well */
        {100000, MIL, "3.937"}, /* 99999.8 nm */
        {1000000, MM, "1"},     {123456, MM, "0.123456"},         {0, MIL, "0"},
        {5, 10, "0.5"},         {LW_NM_MAX, INCH, "39.37007874"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char buffer[LW_NUMBER_ROOM];
        cr_expect_str_eq(lw_print_length(cases[i].value, cases[i].unit, buffer), cases[i].text);
    }
    static const int64_t units[] = {1, 1000, MM, MIL, INCH, 2540000, 7, 999999937};
    uint64_t random = 1;
    for (int i = 0; i < 200000; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        lw_nm value = (lw_nm)((int64_t)(random >> 32) % LW_NM_MAX) >> (random >> 8) % 30;
        value = random & 128 ? -value : value;
        int64_t unit = units[(random >> 16) % 8];
        char buffer[LW_NUMBER_ROOM];
        lw_nm back = 0;
        lw_number_fault fault = lw_parse_length(lw_print_length(value, unit, buffer), unit, &back);
        cr_assert(fault == LW_NUMBER_OK && back == value, "%d in units of %lld is %s", value,
                  (long long)unit, buffer);
    }
}
