/*
 * EAGLE boards of version 6 and later, which are XML. What else bears the ending .brd is told
 * apart here, so that its owner reads what it is and what to do.
 */
#include "io/eagle.h"

#include <string.h>
#include "base/fail.h"
#include "io/format.h"

static bool starts_with(const char *text, size_t size, const char *start)
{
    size_t length = strlen(start);
    return size >= length && memcmp(text, start, length) == 0;
}

/* EAGLE's binary files begin with the record of the drawing: 0x10, then flags with the low seven
 * bits clear. */
static bool is_binary(const char *text, size_t size)
{
    return size >= 2 && text[0] == 0x10 && (text[1] & 0x7f) == 0;
}

static bool is_old_kicad(const char *text, size_t size)
{
    return starts_with(text, size, "PCBNEW-BOARD");
}

static bool is_xml_of(const char *text, size_t size)
{
    size_t at = lw_xml_skip_prolog(text, size);
    return starts_with(text + at, size - at, "<!DOCTYPE eagle") ||
           starts_with(text + at, size - at, "<eagle");
}

static bool recognise(const char *text, size_t size)
{
    return is_binary(text, size) || is_old_kicad(text, size) || is_xml_of(text, size);
}

static lw_status read_eagle(const char *path, const char *text, size_t size, lw_board **out,
                            lw_error *err)
{
    *out = NULL;
    if (is_binary(text, size))
        return lw_fail(
            err, LW_ERR_INPUT, path, 0, 0,
            "this is a binary EAGLE board from before version 6; open and save it with EAGLE "
            "6 or later");
    if (is_old_kicad(text, size))
        return lw_fail(
            err, LW_ERR_INPUT, path, 0, 0,
            "this is a board of KiCad from before version 4, no EAGLE board; open and save "
            "it with KiCad 4 or 5");
    return lw_eagle_read(path, text, size, out, err);
}

const lw_format_ops lw_format_eagle = {
    .name = "eagle",
    .recognise = recognise,
    .read = read_eagle,
    .write = lw_eagle_write,
};
