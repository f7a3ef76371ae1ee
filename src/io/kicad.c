/* Boards of KiCad 4 and later, which are s-expressions. */
#include "io/kicad.h"

#include <string.h>
#include "io/format.h"

static bool recognise(const char *text, size_t size)
{
    static const char start[] = "(kicad_pcb";
    size_t at = size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    while (at < size && text[at] != '\0' && strchr(" \t\r\n", text[at]))
        at++;
    return size - at >= sizeof start - 1 && memcmp(text + at, start, sizeof start - 1) == 0;
}

static lw_status read_alone(const char *path, const char *text, size_t size, lw_board **out,
                            lw_error *err)
{
    return lw_kicad_read(path, text, size, NULL, NULL, 0, out, err);
}

const lw_format_ops lw_format_kicad = {
    .name = "kicad",
    .recognise = recognise,
    .read = read_alone,
    .beside = ".kicad_pro",
    .read_both = lw_kicad_read,
    .write = lw_kicad_write,
};
