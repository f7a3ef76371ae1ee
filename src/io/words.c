#include "io/words.h"

#include <stdarg.h>
#include <string.h>
#include "base/fail.h"
#include "base/number.h"

enum { SHOWN = 40 /* letters of a word in a message */ };

lw_words lw_words_of(const char *name, const char *text, size_t size, lw_error *err)
{
    size_t mark = size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    return (lw_words){.name = name,
                      .at = text + mark,
                      .end = text + size,
                      .line_start = text + mark,
                      .line = 1,
                      .err = err};
}

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static void skip_blanks(lw_words *words)
{
    bool comment = false;
    for (; words->at < words->end; words->at++) {
        char c = *words->at;
        if (c == '#' && words->comments)
            comment = true;
        if (c == '\n') {
            comment = false;
            words->line++;
            words->line_start = words->at + 1;
        }
        if (!comment && !is_blank(c))
            return;
    }
}

bool lw_words_next(lw_words *words, lw_word *word)
{
    skip_blanks(words);
    *word = (lw_word){words->at, 0, words->line, (int)(words->at - words->line_start) + 1};
    while (words->at < words->end && !is_blank(*words->at) &&
           !(*words->at == '#' && words->comments))
        words->at++;
    word->length = (int)(words->at - word->text);
    return word->length > 0;
}

bool lw_words_peek(const lw_words *words, lw_word *word)
{
    lw_words copy = *words;
    return lw_words_next(&copy, word);
}

lw_status lw_words_fail(const lw_words *words, lw_word word, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    lw_fail_args(words->err, LW_ERR_INPUT, words->name, word.line, word.column, format, args);
    va_end(args);
    return LW_ERR_INPUT;
}

static lw_status wrong_word(const lw_words *words, lw_word word, const char *what)
{
    if (word.length == 0)
        return lw_words_fail(words, word, "the file ends before %s", what);
    return lw_words_fail(words, word, "\"%.*s\" is not %s: not a whole number",
                         word.length < SHOWN ? word.length : SHOWN, word.text, what);
}

static lw_status read_number(const lw_words *words, lw_word word, const char *what, int64_t least,
                             int64_t most, int32_t *out)
{
    char text[SHOWN];
    int64_t value = 0;
    lw_number_fault fault = LW_NUMBER_SYNTAX;
    if (word.length > 0 && word.length < SHOWN && !memchr(word.text, '\0', (size_t)word.length)) {
        memcpy(text, word.text, (size_t)word.length);
        text[word.length] = '\0';
        fault = lw_parse_integer(text, least, most, &value);
    }
    if (fault == LW_NUMBER_RANGE)
        return lw_words_fail(words, word, "%s is %s, not from %lld to %lld", what, text,
                             (long long)least, (long long)most);
    if (fault)
        return wrong_word(words, word, what);
    *out = (int32_t)value;
    return LW_OK;
}

lw_status lw_words_number(lw_words *words, const char *what, int64_t least, int64_t most,
                          int32_t *out)
{
    lw_word word;
    lw_words_next(words, &word);
    return read_number(words, word, what, least, most, out);
}

lw_status lw_words_number_in_line(lw_words *words, lw_word first, const char *what, int64_t least,
                                  int64_t most, int32_t *out)
{
    lw_word word;
    lw_words_next(words, &word);
    if (word.length == 0 || word.line != first.line)
        return lw_words_fail(words, first, "the line ends before %s", what);
    return read_number(words, word, what, least, most, out);
}

lw_status lw_words_line_end(lw_words *words, lw_word first)
{
    lw_word word;
    if (!lw_words_peek(words, &word) || word.line != first.line)
        return LW_OK;
    return lw_words_fail(words, word, "\"%.*s\" is more than belongs in this line",
                         word.length < SHOWN ? word.length : SHOWN, word.text);
}

lw_status lw_words_end(lw_words *words, const char *all)
{
    lw_word word;
    if (!lw_words_peek(words, &word))
        return LW_OK;
    return lw_words_fail(words, word, "\"%.*s\" is more than %s",
                         word.length < SHOWN ? word.length : SHOWN, word.text, all);
}
