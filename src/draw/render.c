#include "draw/paint.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <math.h>
#include <string.h>
#include "base/fail.h"
#include "base/number.h"
#include "draw/font.h"

/*
 * Names are drawn as strokes, which nobody can search for. So SVG and PDF get the same names once
 * more as text that is not seen, lying over what is.
 */

#define NM_PER_POINT (25400000.0 / 72)
#define NM_PER_INCH  25400000.0
/* cairo rounds coordinates to 1/256 of a unit, so units of SVG are micrometres. */
#define NM_PER_SVG_UNIT 1000.0
/* Arcs leave the true ones by no more than this. */
#define ARC_ERROR_NM 500.0

#define SIDE_MOST   16384.0
#define PIXELS_MOST 100e6
#define DPI_USUAL   300.0

static double page_width(const lw_scene *scene)
{
    return (double)scene->page.x2 - scene->page.x1;
}

static double page_height(const lw_scene *scene)
{
    return (double)scene->page.y2 - scene->page.y1;
}

static cairo_status_t collect(void *buffer, const unsigned char *bytes, unsigned count)
{
    lw_buffer_add(buffer, (const char *)bytes, count);
    return CAIRO_STATUS_SUCCESS;
}

static lw_status cairo_failure(lw_error *err, cairo_status_t status)
{
    bool memory = status == CAIRO_STATUS_NO_MEMORY || status == CAIRO_STATUS_INVALID_SIZE;
    return lw_fail(err, memory ? LW_ERR_MEMORY : LW_ERR_WRITE, "", 0, 0,
                   "the picture cannot be drawn: %s", cairo_status_to_string(status));
}

/* Ends drawing; the first failure of context and surface. */
static cairo_status_t finish(cairo_t *cr, cairo_surface_t *surface)
{
    cairo_status_t status = cairo_status(cr);
    cairo_destroy(cr);
    cairo_surface_finish(surface);
    if (!status)
        status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    return status;
}

/* Where the unseen text lies over the seen one: mirrored letters are searched for like others. */
static lw_line unseen(cairo_t *cr, const lw_text *text)
{
    lw_line line = lw_line_place(cr, text);
    if (text->placement.mirrored) {
        cairo_matrix_translate(&line.matrix, line.width, 0);
        cairo_matrix_scale(&line.matrix, -1, 1);
    }
    return line;
}

static void each_text(const lw_scene *scene, cairo_t *cr,
                      void (*visit)(cairo_t *cr, const lw_text *text, void *context), void *context)
{
    for (uint32_t i = 0; i < scene->strata.count; i++)
        for (uint32_t k = 0; k < scene->strata.at[i].texts.count; k++)
            visit(cr, &scene->strata.at[i].texts.at[k], context);
}

/* ---- SVG ---- */

static void add_escaped(lw_buffer *out, const char *text)
{
    for (; *text; text++) {
        static const char special[] = "&<>\"";
        static const char *const names[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
        const char *found = strchr(special, *text);
        if (found)
            lw_buffer_text(out, names[found - special]);
        else
            lw_buffer_add(out, text, 1);
    }
}

/* A number with at most six decimals. */
static void add_number(lw_buffer *out, double value)
{
    char text[LW_NUMBER_ROOM];
    lw_buffer_text(out, lw_print_fixed(llround(value * 1e6), 1000000, text));
}

static void add_svg_root(lw_buffer *out, const lw_scene *scene)
{
    const double size[] = {page_width(scene), page_height(scene)};
    lw_buffer_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" "
                        "xmlns:xlink=\"http://www.w3.org/1999/xlink\" version=\"1.1\" width=\"");
    add_number(out, size[0] / 1e6);
    lw_buffer_text(out, "mm\" height=\"");
    add_number(out, size[1] / 1e6);
    lw_buffer_text(out, "mm\" viewBox=\"0 0 ");
    add_number(out, size[0] / NM_PER_SVG_UNIT);
    lw_buffer_text(out, " ");
    add_number(out, size[1] / NM_PER_SVG_UNIT);
    lw_buffer_text(out, "\">\n<title>");
    add_escaped(out, scene->title);
    lw_buffer_text(out, "</title>\n<desc>");
    add_escaped(out, scene->summary);
    lw_buffer_text(out, "</desc>\n");
}

static void add_svg_text(cairo_t *cr, const lw_text *text, void *out)
{
    lw_line line = unseen(cr, text);
    cairo_matrix_t matrix;
    cairo_get_matrix(cr, &matrix);
    cairo_matrix_multiply(&matrix, &line.matrix, &matrix);
    cairo_matrix_scale(&matrix, 1, -1);
    const double parts[] = {matrix.xx, matrix.yx, matrix.xy, matrix.yy, matrix.x0, matrix.y0};
    lw_buffer_text(out, "<text transform=\"matrix(");
    for (int i = 0; i < 6; i++) {
        lw_buffer_text(out, i ? " " : "");
        add_number(out, parts[i]);
    }
    lw_buffer_text(out, ")\" textLength=\"");
    add_number(out, fmax(line.width, 1));
    lw_buffer_text(out, "\">");
    add_escaped(out, text->text);
    lw_buffer_text(out, "</text>\n");
}

/* A number of a path. cairo writes six decimals, and a tenth of a unit is a ten-thousandth of a
 * millimetre: of numbers from 1000 on, which are no letter's own points, the other decimals go. */
static const char *add_shorter(lw_buffer *out, const char *at)
{
    size_t whole = strspn(at, "0123456789");
    bool large = whole >= 4 && at[whole] == '.';
    size_t decimals = at[whole] == '.' ? 1 + strspn(at + whole + 1, "0123456789") : 0;
    size_t kept = !large ? decimals : at[whole + 1] == '0' ? 0 : 2;
    lw_buffer_add(out, at, whole + kept);
    return at + whole + decimals;
}

static void add_paths(lw_buffer *out, const char *begin, const char *end)
{
    static const char path[] = " d=\"";
    while (begin < end) {
        const char *points = strstr(begin, path);
        const char *stop = points && points < end ? points + sizeof path - 1 : end;
        lw_buffer_add(out, begin, (size_t)(stop - begin));
        for (begin = stop; begin < end && *begin != '"';) {
            if (*begin >= '0' && *begin <= '9')
                begin = add_shorter(out, begin);
            else
                lw_buffer_add(out, begin++, 1);
        }
    }
}

/* What cairo wrote between its root's tags. It numbers its surfaces through the life of the
 * process: that number is left out. */
static void add_svg_body(lw_buffer *out, const lw_buffer *drawn)
{
    static const char group[] = "<g id=\"surface", closing[] = "</svg>";
    const char *begin = strchr(strstr(drawn->at, "<svg"), '>') + 1;
    const char *end = drawn->at + drawn->count;
    while (end > begin && strncmp(end, closing, sizeof closing - 1) != 0)
        end--;
    const char *number = strstr(begin, group);
    if (number && number < end) {
        lw_buffer_add(out, begin, (size_t)(number - begin));
        lw_buffer_text(out, "<g id=\"board");
        begin = number + sizeof group - 1;
        begin += strspn(begin, "0123456789");
    }
    add_paths(out, begin, end);
}

static lw_status render_svg(const lw_scene *scene, lw_theme theme, lw_buffer *out, lw_error *err)
{
    lw_buffer drawn = {0}, names = {0};
    cairo_surface_t *surface = cairo_svg_surface_create_for_stream(
        collect, &drawn, page_width(scene) / NM_PER_SVG_UNIT, page_height(scene) / NM_PER_SVG_UNIT);
    cairo_t *cr = cairo_create(surface);
    cairo_set_tolerance(cr, ARC_ERROR_NM / NM_PER_SVG_UNIT);
    lw_paint_scale(cr, scene, 1 / NM_PER_SVG_UNIT);
    lw_paint(cr, scene, theme);
    each_text(scene, cr, add_svg_text, &names);
    cairo_status_t status = finish(cr, surface);
    if (!status) {
        add_svg_root(out, scene);
        add_svg_body(out, &drawn);
        lw_buffer_text(out, "<g id=\"names\" fill-opacity=\"0\" font-family=\"sans-serif\" "
                            "font-size=\"8.2\">\n");
        lw_buffer_add(out, names.at, names.count);
        lw_buffer_text(out, "</g>\n</svg>\n");
    }
    lw_buffer_free(&drawn);
    lw_buffer_free(&names);
    return status ? cairo_failure(err, status) : LW_OK;
}

/* ---- PDF ---- */

/*
 * A glyph of the unseen font has a size and no ink. It stands on its head: cairo turns Type 3
 * glyphs over, and poppler, which then takes the letters of upright lines for running downwards,
 * reads them in the right order only when they are turned over once more.
 */
static cairo_status_t blank_glyph(cairo_scaled_font_t *font, unsigned long glyph, cairo_t *cr,
                                  cairo_text_extents_t *extents)
{
    (void)font;
    (void)cr;
    extents->x_advance = (double)lw_font_advance((uint32_t)glyph) / LW_FONT_CAP;
    extents->width = extents->x_advance;
    extents->height = 1;
    return CAIRO_STATUS_SUCCESS;
}

static void add_pdf_text(cairo_t *cr, const lw_text *text, void *font)
{
    lw_line line = unseen(cr, text);
    cairo_text_extents_t extents;
    cairo_save(cr);
    cairo_transform(cr, &line.matrix);
    cairo_set_font_face(cr, font);
    cairo_set_font_size(cr, LW_FONT_CAP);
    cairo_text_extents(cr, text->text, &extents);
    if (extents.x_advance > 0 && line.width > 0)
        cairo_scale(cr, line.width / extents.x_advance, 1);
    cairo_move_to(cr, 0, 0);
    cairo_show_text(cr, text->text);
    cairo_restore(cr);
}

static void describe_pdf(cairo_surface_t *surface, const lw_scene *scene)
{
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, scene->title);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, scene->summary);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "Leeway " LW_VERSION);
    /* cairo's own is the time of day; without one the same board gives the same bytes. */
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, NULL);
}

static void add_pdf_page(cairo_t *cr, const lw_scene *scene, lw_theme theme,
                         cairo_font_face_t *font)
{
    cairo_save(cr);
    lw_paint_scale(cr, scene, 1 / NM_PER_POINT);
    lw_paint(cr, scene, theme);
    each_text(scene, cr, add_pdf_text, font);
    cairo_restore(cr);
}

lw_status lw_render_pages(const lw_scene *const *scenes, size_t count, lw_theme theme,
                          lw_buffer *out, lw_error *err)
{
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(
        collect, out, page_width(scenes[0]) / NM_PER_POINT, page_height(scenes[0]) / NM_PER_POINT);
    describe_pdf(surface, scenes[0]);
    cairo_t *cr = cairo_create(surface);
    cairo_font_face_t *font = cairo_user_font_face_create();
    cairo_user_font_face_set_render_glyph_func(font, blank_glyph);
    cairo_set_tolerance(cr, ARC_ERROR_NM / NM_PER_POINT);
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            cairo_show_page(cr);
        cairo_pdf_surface_set_size(surface, page_width(scenes[i]) / NM_PER_POINT,
                                   page_height(scenes[i]) / NM_PER_POINT);
        add_pdf_page(cr, scenes[i], theme, font);
    }
    cairo_font_face_destroy(font);
    cairo_status_t status = finish(cr, surface);
    return status ? cairo_failure(err, status) : LW_OK;
}

/* ---- PNG ---- */

typedef struct pixels {
    double width, height;
} pixels;

static pixels pixels_of(const lw_scene *scene, double dpi)
{
    return (pixels){fmax(1, ceil(page_width(scene) * dpi / NM_PER_INCH - 1e-6)),
                    fmax(1, ceil(page_height(scene) * dpi / NM_PER_INCH - 1e-6))};
}

static bool fits(pixels size)
{
    return size.width <= SIDE_MOST && size.height <= SIDE_MOST &&
           size.width * size.height <= PIXELS_MOST;
}

/* The largest whole resolution at which the page is not too large. */
static double dpi_most(const lw_scene *scene)
{
    double most = fmin(SIDE_MOST / page_width(scene), SIDE_MOST / page_height(scene));
    most = fmin(most, sqrt(PIXELS_MOST / page_width(scene) / page_height(scene)));
    double dpi = floor(most * NM_PER_INCH);
    while (dpi > 1 && !fits(pixels_of(scene, dpi)))
        dpi--;
    return dpi;
}

static double dpi_wanted(const lw_scene *scene, const lw_draw_options *options)
{
    if (options->width)
        return options->width * NM_PER_INCH / page_width(scene);
    if (options->dpi != 0)
        return options->dpi;
    return fmin(DPI_USUAL, dpi_most(scene));
}

static lw_status png_size(const lw_scene *scene, const lw_draw_options *options, double *dpi,
                          pixels *size, lw_error *err)
{
    if (!(options->dpi >= 0 && options->dpi < 1e6))
        return lw_fail(err, LW_ERR_OPTION, "", 0, 0, "the resolution has to be 1 dpi or more");
    *dpi = dpi_wanted(scene, options);
    *size = pixels_of(scene, *dpi);
    if (options->width)
        size->width = options->width;
    if (fits(*size))
        return LW_OK;
    double most = dpi_most(scene);
    return lw_fail(err, LW_ERR_OPTION, "", 0, 0,
                   "a picture of %.0f x %.0f pixels is too large (at most %.0f a side and %.0f "
                   "million in all); %.0f dpi, which is %.0f pixels wide, would do",
                   size->width, size->height, SIDE_MOST, PIXELS_MOST / 1e6, most,
                   pixels_of(scene, most).width);
}

cairo_surface_t *lw_render_image(const lw_scene *scene, lw_theme theme, int width, int height)
{
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    cairo_t *cr = cairo_create(surface);
    lw_paint_scale(cr, scene, width / page_width(scene));
    lw_paint(cr, scene, theme);
    cairo_status_t status = cairo_status(cr);
    cairo_destroy(cr);
    if (!status)
        return surface;
    cairo_surface_destroy(surface);
    return NULL;
}

static uint32_t crc32(const unsigned char *bytes, size_t count)
{
    uint32_t crc = 0xFFFFFFFF;
    for (size_t i = 0; i < count; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320 : 0);
    }
    return ~crc;
}

static void put_u32(unsigned char *at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (unsigned char)(value >> (24 - 8 * i));
}

/* PNG with the resolution, which cairo leaves out, so that it is printed in true scale. */
static void add_png(lw_buffer *out, const lw_buffer *png, double dpi)
{
    enum { HEAD = 8 + 25, LENGTH = 9 };
    unsigned char chunk[4 + 4 + LENGTH + 4] = {0, 0, 0, LENGTH, 'p', 'H', 'Y', 's'};
    uint32_t per_metre = (uint32_t)lround(dpi * 1e9 / NM_PER_INCH);
    put_u32(chunk + 8, per_metre);
    put_u32(chunk + 12, per_metre);
    chunk[16] = 1;
    put_u32(chunk + 17, crc32(chunk + 4, 4 + LENGTH));
    lw_buffer_add(out, png->at, HEAD);
    lw_buffer_add(out, (const char *)chunk, sizeof chunk);
    lw_buffer_add(out, png->at + HEAD, png->count - HEAD);
}

static lw_status render_png(const lw_scene *scene, const lw_draw_options *options, lw_buffer *out,
                            lw_error *err)
{
    double dpi = 0;
    pixels size = {0};
    lw_status failed = png_size(scene, options, &dpi, &size, err);
    if (failed)
        return failed;
    cairo_surface_t *surface =
        lw_render_image(scene, options->theme, (int)size.width, (int)size.height);
    if (!surface)
        return cairo_failure(err, CAIRO_STATUS_NO_MEMORY);
    lw_buffer png = {0};
    cairo_status_t status = cairo_surface_write_to_png_stream(surface, collect, &png);
    cairo_surface_destroy(surface);
    if (!status)
        add_png(out, &png, dpi);
    lw_buffer_free(&png);
    return status ? cairo_failure(err, status) : LW_OK;
}

/* Always, where cairo is linked; see module/late.c for where it is loaded late. */
lw_status lw_render_ready(lw_error *err)
{
    (void)err;
    return LW_OK;
}

lw_status lw_render(const lw_scene *scene, const lw_draw_options *options, lw_picture picture,
                    lw_buffer *out, lw_error *err)
{
    switch (picture) {
    case LW_SVG:
        return render_svg(scene, options->theme, out, err);
    case LW_PDF:
        return lw_render_pages(&scene, 1, options->theme, out, err);
    default:
        return render_png(scene, options, out, err);
    }
}
