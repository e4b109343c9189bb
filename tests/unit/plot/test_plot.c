/* SPDX-License-Identifier: BSD-3-Clause
 * Pictures: coverage of shapes by hand-computed numbers, letters for every printable character, SVG
 * that stays well-formed whatever the labels hold, PNG files read back by zlib.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <zlib.h>

#include <cmocka.h>

#include "plot/chart.h"
#include "scratch.h"

/* ---- pixels ---- */

/* Darkness 0..255 of pixel (x, y). */
static int dark(const uint8_t *pixels, int64_t width, int64_t x, int64_t y)
{
    return 255 - pixels[3 * (y * width + x)];
}

static void fills_by_coverage(void **state)
{
    scratch *s = *state;
    lcn_drawing d;
    uint8_t *pixels;
    int64_t w, h;
    lcn_drawing_begin(s->ctx, &d, 8, 8);
    /* a rectangle from (1.25, 2) to (4.5, 5.5): a quarter less at the left, a half at the right */
    lcn_draw_fill(&d, 4, (const double[]){1.25, 2, 4.5, 2, 4.5, 5.5, 1.25, 5.5}, 0, 1);
    assert_int_equal(lcn_raster(s->ctx, &d, 1, &pixels, &w, &h), LACON_OK);
    assert_int_equal(w, 8);
    assert_int_equal(h, 8);
    assert_int_equal(dark(pixels, w, 2, 3), 255);
    assert_in_range(dark(pixels, w, 1, 3), 190, 192);  /* 0.75 */
    assert_in_range(dark(pixels, w, 4, 3), 127, 128);  /* 0.5 */
    assert_in_range(dark(pixels, w, 2, 5), 127, 128);  /* half a row */
    assert_in_range(dark(pixels, w, 4, 5), 63, 65);    /* a corner */
    assert_int_equal(dark(pixels, w, 0, 3) + dark(pixels, w, 5, 3) + dark(pixels, w, 2, 1), 0);
    lcn_free(&s->ctx->allocator, pixels);
    lcn_drawing_end(&d);
}

static void strokes_and_clips(void **state)
{
    scratch *s = *state;
    lcn_drawing d;
    uint8_t *pixels;
    int64_t w, h;
    lcn_drawing_begin(s->ctx, &d, 20, 10);
    lcn_draw_clip(&d, &(lcn_rect){0, 0, 10, 10});
    lcn_draw_line(&d, 2, (const double[]){2, 4, 18, 4}, (lcn_pen){0, 2, 0, 0});
    lcn_draw_clip(&d, NULL);
    lcn_draw_line(&d, 2, (const double[]){0, 8, 20, 8}, (lcn_pen){0, 2, 4, 4});
    assert_int_equal(lcn_raster(s->ctx, &d, 1, &pixels, &w, &h), LACON_OK);
    for (int64_t x = 3; x < 10; x++) {
        assert_int_equal(dark(pixels, w, x, 3), 255); /* the two rows a stroke of width 2 covers */
        assert_int_equal(dark(pixels, w, x, 4), 255);
        assert_int_equal(dark(pixels, w, x, 5), 0);
    }
    for (int64_t x = 10; x < 20; x++) assert_int_equal(dark(pixels, w, x, 4), 0); /* clipped */
    assert_int_equal(dark(pixels, w, 1, 7), 255);  /* dash 0..4, gap 4..8 */
    assert_int_equal(dark(pixels, w, 6, 7), 0);
    assert_int_equal(dark(pixels, w, 10, 7), 255);
    lcn_free(&s->ctx->allocator, pixels);
    lcn_drawing_end(&d);
}

/* Half of red over white. */
static void blends_by_alpha(void **state)
{
    scratch *s = *state;
    lcn_drawing d;
    uint8_t *pixels;
    int64_t w, h;
    lcn_drawing_begin(s->ctx, &d, 4, 4);
    lcn_draw_fill(&d, 4, (const double[]){0, 0, 4, 0, 4, 4, 0, 4}, 0xFF0000, 0.5);
    assert_int_equal(lcn_raster(s->ctx, &d, 2, &pixels, &w, &h), LACON_OK);
    assert_int_equal(w, 8);
    assert_int_equal(pixels[0], 255);
    assert_in_range(pixels[1], 127, 128);
    assert_in_range(pixels[2], 127, 128);
    lcn_free(&s->ctx->allocator, pixels);
    lcn_drawing_end(&d);
}

/* ---- letters ---- */

static void every_character_has_a_letter(void **state)
{
    (void)state;
    const lcn_glyph *box = lcn_glyph_of(0xFFFF);
    for (uint32_t c = ' '; c < 0x7F; c++) {
        const lcn_glyph *glyph = lcn_glyph_of(c);
        const char *at = glyph->stroke;
        double xy[80];
        int strokes = 0;
        assert_ptr_not_equal(glyph, box);
        assert_int_equal(glyph->character, c);
        for (int n; (n = lcn_glyph_stroke(&at, 40, xy)) > 0; strokes++) {
            assert_true(n >= 2);
            for (int i = 0; i < n; i++) {
                assert_true(xy[2 * i] >= -5 && xy[2 * i] <= glyph->advance + 5);
                assert_true(xy[2 * i + 1] >= -30 && xy[2 * i + 1] <= 90);
            }
        }
        assert_true(c == ' ' ? strokes == 0 : strokes > 0);
        assert_int_equal(*at, '\0'); /* read to its end */
    }
    assert_ptr_equal(lcn_glyph_of(0x4E2D), box);
}

static void widths_add_up(void **state)
{
    (void)state;
    assert_true(lcn_text_width("") == 0);
    assert_true(fabs(lcn_text_width("Ward") - lcn_text_width("Wa") - lcn_text_width("rd")) < 1e-12);
    assert_true(lcn_text_width("\xC2\xB1") == lcn_glyph_of(0xB1)->advance / 100.0);
    assert_true(lcn_text_width("\xFF") == lcn_glyph_of(0)->advance / 100.0); /* no UTF-8: a box */
}

/* ---- axes ---- */

static void check_ticks(lcn_axis axis, int n, const double *want)
{
    assert_int_equal(axis.n_ticks, n);
    for (int i = 0; i < n; i++) assert_true(axis.tick[i] == want[i]);
}

static void ticks_are_round(void **state)
{
    (void)state;
    check_ticks(lcn_axis_over(0, 1, false), 6, (const double[]){0, 0.2, 0.4, 0.6, 0.8, 1});
    check_ticks(lcn_axis_over(73.2, 77.1, false), 4, (const double[]){74, 75, 76, 77});
    check_ticks(lcn_axis_over(-170, -120, false), 6,
                (const double[]){-170, -160, -150, -140, -130, -120});
    check_ticks(lcn_axis_over(0.01, 30, true), 4, (const double[]){0.01, 0.1, 1, 10});
    check_ticks(lcn_axis_over(0.3, 4, true), 3, (const double[]){0.5, 1, 2});
}

static void axes_of_nothing_and_of_one_value(void **state)
{
    (void)state;
    for (int log = 0; log < 2; log++) {
        const lcn_axis none = lcn_axis_over(INFINITY, -INFINITY, log), one = lcn_axis_over(3, 3, log);
        assert_true(isfinite(none.low) && none.low < none.high);
        assert_true(one.low < 3 && one.high > 3);
        assert_true(lcn_axis_place(&one, one.low) == 0 && lcn_axis_place(&one, one.high) == 1);
    }
}

/* ---- SVG ---- */

/* Elements nest and end, attributes are quoted, no bare '&' or '<', valid bytes. */
static void check_xml(const char *text)
{
    int depth = 0;
    const char *at = strchr(text, '>') + 1; /* after the declaration */
    while (*at) {
        if (*at == '&') {
            const char *end = strchr(at, ';');
            assert_true(end != NULL && end - at <= 6);
        }
        assert_true((unsigned char)*at >= 0x20 || *at == '\n');
        if (*at != '<') {
            at++;
            continue;
        }
        const char *end = strchr(at, '>');
        assert_non_null(end);
        int quotes = 0;
        for (const char *q = at; q < end; q++) {
            quotes += *q == '"';
            assert_true(q == at || *q != '<');
        }
        assert_int_equal(quotes % 2, 0);
        depth += at[1] == '/' ? -1 : end[-1] == '/' ? 0 : 1;
        assert_true(depth >= 0);
        at = end + 1;
    }
    assert_int_equal(depth, 0);
}

static const double X[] = {10, 100, 1000}, Y[] = {3, NAN, 0.2}, LOW[] = {2, NAN, -0.1},
                    HIGH[] = {4, NAN, 0.5};

static void draw(lacon_ctx *ctx, lcn_drawing *d, const char *label)
{
    const lcn_style style = {0xD55E00, LCN_MARKER_CROSS, 1.5, 3, 2};
    const lcn_curve curve = {.style = style, .n = 3, .x = X, .y = Y, .low = LOW, .high = HIGH};
    const lcn_panel panel = {.title = label, .x_axis = label, .y_axis = label, .x_log = true,
                             .y_log = true, .n_curves = 1, .curves = &curve};
    const lcn_legend_entry legend = {label, style};
    lcn_chart_draw(ctx, d, &(lcn_chart){.rows = 1, .columns = 1, .panels = &panel,
                                        .panel_width = 100, .panel_height = 80, .n_legend = 1,
                                        .legend_columns = 1, .legend = &legend, .note = label});
}

static void svg_survives_hostile_labels(void **state)
{
    scratch *s = *state;
    static const char *const labels[] = {
        "plain", "</text><script>alert(\"&amp;\")</script>", "a & b < c > \"d\" 'e'",
        "\x01\x1B[31m\x7F\xC2\x85", "\xFF\xFE\xC3", "\xEF\xBF\xBF", "\xE4\xB8\xAD \xC3\xA9", ""};
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
        lcn_drawing d;
        draw(s->ctx, &d, labels[i]);
        const char *path = scratch_path(s, "a.svg");
        assert_int_equal(lcn_svg_write(s->ctx, &d, path, labels[i]), LACON_OK);
        size_t size;
        char *text = scratch_read(path, &size);
        assert_int_equal(strlen(text), size);
        check_xml(text);
        assert_null(strstr(text, "<script"));
        assert_null(strstr(text, "nan"));
        assert_null(strstr(text, "inf"));
        free(text);
        lcn_drawing_end(&d);
    }
}

/* ---- PNG ---- */

static uint32_t word(const char *bytes)
{
    const unsigned char *b = (const unsigned char *)bytes;
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static void png_reads_back(void **state)
{
    scratch *s = *state;
    lcn_drawing d;
    uint8_t *pixels;
    int64_t w, h;
    size_t size;
    draw(s->ctx, &d, "label");
    const char *path = scratch_path(s, "a.png");
    assert_int_equal(lcn_png_write(s->ctx, &d, path, 1.5), LACON_OK);
    assert_int_equal(lcn_raster(s->ctx, &d, 1.5, &pixels, &w, &h), LACON_OK);
    char *bytes = scratch_read(path, &size);
    assert_memory_equal(bytes, "\x89PNG\r\n\x1a\n", 8);
    const char *data = NULL;
    uint32_t length = 0;
    for (const char *at = bytes + 8; at < bytes + size;) {
        const uint32_t n = word(at);
        assert_int_equal(word(at + 8 + n), crc32(0, (const Bytef *)at + 4, n + 4));
        if (memcmp(at + 4, "IHDR", 4) == 0) {
            assert_int_equal(word(at + 8), w);
            assert_int_equal(word(at + 12), h);
        }
        if (memcmp(at + 4, "IDAT", 4) == 0) data = at + 8, length = n;
        at += 12 + n;
    }
    uLongf got = (uLongf)(h * (3 * w + 1));
    uint8_t *rows = malloc(got);
    assert_non_null(data);
    assert_int_equal(uncompress(rows, &got, (const Bytef *)data, length), Z_OK);
    assert_int_equal(got, h * (3 * w + 1));
    for (int64_t y = 0; y < h; y++)
        assert_memory_equal(rows + y * (3 * w + 1) + 1, pixels + 3 * w * y, (size_t)(3 * w));
    free(rows);
    free(bytes);
    lcn_free(&s->ctx->allocator, pixels);
    lcn_drawing_end(&d);
}

/* ---- memory ---- */

static lacon_status make_both(lacon_ctx *ctx, void *user)
{
    scratch *s = user;
    lcn_drawing d;
    draw(ctx, &d, "label");
    lacon_status status = lcn_svg_write(ctx, &d, scratch_path(s, "m.svg"), "title");
    if (status >= 0) status = lcn_png_write(ctx, &d, scratch_path(s, "m.png"), 1);
    lcn_drawing_end(&d);
    return status;
}

static void memory_fails(void **state)
{
    assert_true(faulty_loop(make_both, *state, 1) > 5);
}

int main(void)
{
#define WITH(test) cmocka_unit_test_setup_teardown(test, scratch_setup, scratch_teardown)
    const struct CMUnitTest tests[] = {
        WITH(fills_by_coverage),
        WITH(strokes_and_clips),
        WITH(blends_by_alpha),
        cmocka_unit_test(every_character_has_a_letter),
        cmocka_unit_test(widths_add_up),
        cmocka_unit_test(ticks_are_round),
        cmocka_unit_test(axes_of_nothing_and_of_one_value),
        WITH(svg_survives_hostile_labels),
        WITH(png_reads_back),
        WITH(memory_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
