/* SPDX-License-Identifier: BSD-3-Clause
 * Figures of the terminal, cli/term_*.c, to the letter: what follows from the environment, texts
 * that are not meant well, and each figure in ASCII, in UTF-8 and with colours. Whatever is drawn,
 * no line is longer than the terminal.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "terminal/term.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* strings.c and term_style.c are linked without the rest of the program. */
void cli_say(const char *name, const char *format, ...)
{
    (void)name;
    (void)format;
    abort();
}

void cli_progress_clear(void) {}

static const term_style ASCII = {.width = 59}, BLOCKS = {.width = 59, .utf8 = true},
                       COARSE = {.width = 59, .utf8 = true, .colours = 256},
                       FINE = {.width = 59, .utf8 = true, .colours = 1 << 24};

static void same(char *got, const char *want)
{
    assert_string_equal(got, want);
    free(got);
}

/* ---- the style ---- */

#define LOOK(...)                                                                                  \
    term_style_of(&(term_facts){.term = "xterm-256color", .charset = "UTF-8", __VA_ARGS__})

static void columns(void **state)
{
    (void)state;
    assert_int_equal(LOOK(.columns = 59).width, 0);
    assert_int_equal(LOOK(.columns = 60).width, 59);
    assert_int_equal(LOOK(.columns = 300).width, 119);
    assert_int_equal(LOOK(.columns = 0).width, 79);
    assert_int_equal(LOOK(.columns = 0, .asked = "100").width, 99);
    assert_int_equal(LOOK(.columns = 100, .asked = "70").width, 69);
    assert_int_equal(LOOK(.columns = 70, .asked = "100").width, 69); /* it would wrap */
    assert_int_equal(LOOK(.columns = 70, .asked = "wide").width, 69);
    assert_int_equal(LOOK(.columns = 70, .asked = "20").width, 0);
}

static void colours(void **state)
{
    (void)state;
    assert_int_equal(LOOK(.columns = 80).colours, 256);
    assert_int_equal(LOOK(.columns = 80, .colorterm = "truecolor").colours, 1 << 24);
    assert_int_equal(LOOK(.columns = 80, .colorterm = "24bit").colours, 1 << 24);
    assert_int_equal(LOOK(.columns = 80, .no_color = "").colours,
                     256); /* no-color.org: not empty */
    assert_int_equal(LOOK(.columns = 80, .no_color = "1", .colorterm = "24bit").colours, 0);
    assert_true(LOOK(.columns = 80, .no_color = "1").utf8);
}

static void plain_terminals(void **state)
{
    (void)state;
    static const char *const terms[] = {NULL, "", "dumb", "vt100", "linux"};
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
        const term_style style = term_style_of(&(term_facts){
            .columns = 80, .term = terms[i], .colorterm = "truecolor", .charset = "UTF-8"});
        assert_int_equal(style.width, 79);
        assert_false(style.utf8);
        assert_int_equal(style.colours, 0);
    }
    static const char *const charsets[] = {NULL, "ANSI_X3.4-1968", "ISO-8859-1"};
    for (size_t i = 0; i < sizeof charsets / sizeof *charsets; i++) {
        const term_style style =
            term_style_of(&(term_facts){.columns = 80, .term = "xterm", .charset = charsets[i]});
        assert_false(style.utf8);
        assert_int_equal(style.colours, 0);
    }
}

/* ---- text ---- */

static char *line_of(const term_style *style, int most, const char *text)
{
    term_canvas canvas;
    term_canvas_init(&canvas, style, 1);
    const int used = term_text(&canvas, 0, 0, most, text, (term_ink){TERM_NONE, TERM_NONE, false});
    assert_true(used <= most);
    char *out = term_canvas_text(&canvas);
    term_canvas_clear(&canvas);
    return out;
}

static void hostile_text(void **state)
{
    (void)state;
    same(line_of(&FINE, 40, "\033[2J\033]0;x\a\r\nrm"), "?[2J?]0;x???rm\n");
    same(line_of(&FINE, 40, "a\x9b\xff\xc3z"), "a???z\n");
    same(line_of(&FINE, 40, "é中文x"), "é中文x\n");
    same(line_of(&FINE, 4, "é中文x"), "é中\n"); /* a wide character is not cut in half */
    same(line_of(&FINE, 40, "e\xcc\x81 \xe2\x80\xae."), "e .\n"); /* marks, direction override */
    same(line_of(&ASCII, 40, "é中文\033x"), "????x\n");
    assert_int_equal(term_text_width(&FINE, "é中文x"), 6);
}

/* ---- bars ---- */

static const term_bar BARS[] = {{" 1", 40, "Precentral_L Precentral_R Postcentral_L Postcentral_R"},
                                {" 2", 17, "Calcarine_L"},
                                {" 3", 1, NULL}};

static void bars(void **state)
{
    (void)state;
    same(term_bars(&ASCII, "sizes", 3, BARS),
         "  sizes\n"
         " 1 ################### 40  Precentral_L Precentral_R ...\n"
         " 2 ######## 17  Calcarine_L\n"
         " 3 # 1\n");
    same(term_bars(&BLOCKS, "sizes", 3, BARS),
         "  sizes\n"
         " 1 ███████████████████ 40  Precentral_L Precentral_R ...\n"
         " 2 ████████▏ 17  Calcarine_L\n"
         " 3 ▌ 1\n");
    same(term_bars(&COARSE, "sizes", 1, BARS + 2),
         "  \033[1msizes\033[0m\n"
         " 3 \033[38;5;32m███████████████████ \033[0m\033[1m1\033[0m\n");
}

static void spark(void **state)
{
    (void)state;
    const double value[] = {1, 1.5, NAN, 3, 2};
    same(term_spark(&ASCII, "starts", 5, value, "note"), "  starts _- #= note\n");
    same(term_spark(&BLOCKS, "starts", 5, value, "note"), "  starts ▁▃ █▅ note\n");
    same(term_spark(&BLOCKS, "flat", 1, value, ""), "  flat ▁\n");
    double many[800];
    for (int i = 0; i < 800; i++) many[i] = i;
    same(term_spark(&ASCII, "a title of thirty-one columns", 800, many, "a note of sixteen"),
         "  a title of thirty-one columns _.-:==+*# a note of sixteen\n");
}

static void ranges(void **state)
{
    (void)state;
    const term_range range[] = {
        {"lacon", -1, -2, 0}, {"none", NAN, NAN, NAN}, {"kmeans", -3, NAN, NAN}};
    same(term_ranges(&ASCII, "title", 3, range),
         "  title\n"
         "    lacon               -----------o------------         -1\n"
         "    none                                             failed\n"
         "    kmeans  o                                            -3\n");
}

/* ---- heat map ---- */

static void heat_numbers(void **state)
{
    (void)state;
    const double r[] = {NAN, .53, -1, .53, NAN, -.07, -1, -.07, NAN};
    const term_heat heat = {"title", 3, r, 1, "  *   *  ", "* means so"};
    same(term_heat_map(&ASCII, &heat), "  title\n"
                                       "            1        2        3\n"
                                       "   1      .     ::  .53  XX-1.00*\n"
                                       "   2   ::  .53     .        -.07\n"
                                       "   3   XX-1.00*    -.07     .\n"
                                       "      -1 XXxx==--  ..::**## 1\n"
                                       "      * means so\n");
}

/* Nothing below 0: the key begins there; what rounds to 0 has no sign. */
static void heat_above(void **state)
{
    (void)state;
    const double r[] = {0, .2, .2, .5}, odd[] = {NAN, -.0004, -.0004, .5};
    char *above = term_heat_map(&ASCII, &(term_heat){"t", 2, r, .5, NULL, NULL});
    char *rounded = term_heat_map(&ASCII, &(term_heat){"t", 2, odd, .5, NULL, NULL});
    assert_non_null(strstr(above, "\n      0   ..::**## 0.5\n"));
    assert_non_null(strstr(rounded, "\n   1      .         .00\n"));
    assert_non_null(strstr(rounded, "\n      -0.5 XXxx==--  ..::**## 0.5\n"));
    free(above);
    free(rounded);
}

static void heat_colours(void **state)
{
    (void)state;
    const double r[] = {NAN, 1, -1, NAN};
    const term_heat heat = {"t", 2, r, 2, NULL, NULL};
    char *fine = term_heat_map(&FINE, &heat), *coarse = term_heat_map(&COARSE, &heat);
    assert_non_null(
        strstr(fine, "\n   1     ·   \033[38;2;255;255;255m\033[48;2;214;96;77m  1.00 \033[0m\n"
                     "   2  \033[38;2;0;0;0m\033[48;2;67;147;195m -1.00 \033[0m   ·\n"));
    assert_non_null(strstr(coarse, "\033[48;5;210m  1.00 \033[0m\n"));
    free(fine);
    free(coarse);
}

/* A matrix that is k on and around its diagonal. */
static double *banded(int k)
{
    double *r = malloc((size_t)(k * k) * sizeof *r);
    for (int i = 0; i < k; i++)
        for (int j = 0; j < k; j++) r[i * k + j] = i == j ? NAN : 1.0 / (i > j ? i - j : i - j - 1);
    return r;
}

static int count_lines(const char *text)
{
    int n = 0;
    for (; *text; text++) n += *text == '\n';
    return n;
}

/* Numbers, two columns, half characters, nothing: as k grows. */
static void heat_sizes(void **state)
{
    (void)state;
    static const struct {
        int k, fine, ascii; /* lines */
    } want[] = {{1, 0, 0},    {2, 5, 5},   {7, 10, 10}, {8, 11, 11},
                {26, 29, 29}, {27, 17, 0}, {53, 30, 0}, {54, 0, 0}};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        double *r = banded(want[i].k);
        char *mark = malloc((size_t)(want[i].k * want[i].k));
        memset(mark, '*', (size_t)(want[i].k * want[i].k));
        const term_heat heat = {"title", want[i].k, r, 1, NULL, NULL},
                        marked = {"title", want[i].k, r, 1, mark, NULL};
        char *fine = term_heat_map(&FINE, &heat), *ascii = term_heat_map(&ASCII, &heat),
             *no_halves = term_heat_map(&FINE, &marked);
        assert_int_equal(count_lines(fine), want[i].fine);
        assert_int_equal(count_lines(ascii), want[i].ascii);
        assert_int_equal(count_lines(no_halves),
                         want[i].ascii); /* half a character has no space for a mark */
        assert_int_equal(strstr(fine, "▀") != NULL, want[i].k == 27 || want[i].k == 53);
        free(fine);
        free(ascii);
        free(no_halves);
        free(mark);
        free(r);
    }
}

/* ---- curves ---- */

static void plot_selection(void **state)
{
    (void)state;
    const double x[] = {2, 3, 4, 5}, y[] = {-5, -3, -2, -2.5}, low[] = {-5.5, -3.5, -2, -2.75},
                 high[] = {-4.5, -2.5, -2, -2.25};
    const uint32_t marks[] = {0, 0, '^', 0};
    const term_series series = {.n = 4,
                                .x = x,
                                .y = y,
                                .low = low,
                                .high = high,
                                .mark = 'o',
                                .marks = marks,
                                .colour = TERM_ACCENT};
    const term_level levels[] = {{"shrunk", -4}, {"diagonal", -20}, {"unknown", NAN}};
    const term_chart chart = {.title = "likelihood",
                              .x_axis = "k",
                              .key = "^ best",
                              .rows = 8,
                              .n_series = 1,
                              .series = &series,
                              .n_levels = 3,
                              .levels = levels};
    same(term_plot(&ASCII, &chart), "  likelihood\n"
                                    "    -2 +                      ...:'^'''':...... .\n"
                                    "       |              : ...:'''                'o\n"
                                    "    -3 +            ..o''\n"
                                    "       |         ..'' '\n"
                                    "    -4 +.. .. ..':. .. .. .. .. .. .. .. .. .. ..  shrunk\n"
                                    "       | .  .''\n"
                                    "    -5 + o:'\n"
                                    "       | :\n"
                                    "       +-+------------+------------+------------+-\n"
                                    "         2            3            4            5\n"
                                    "        k\n"
                                    "    ^ best\n"
                                    "    outside the picture: diagonal -20\n");
}

static void plot_methods(void **state)
{
    (void)state;
    const double x[] = {10, 100, 1000}, a[] = {1, .1, .01}, b[] = {1, NAN, 1},
                 none[] = {NAN, -1, 0};
    const term_series series[] = {
        {.name = "one", .n = 3, .x = x, .y = a, .mark = 'a', .colour = TERM_ACCENT},
        {.name = "two", .n = 3, .x = x, .y = b, .mark = 'b', .colour = TERM_WARM},
        {.name = "not there", .n = 3, .x = x, .y = none, .mark = 'c', .colour = 0}};
    const term_chart chart = {.title = "error",
                              .x_axis = "rows",
                              .rows = 6,
                              .x_log = true,
                              .y_log = true,
                              .n_series = 3,
                              .series = series};
    same(term_plot(&ASCII, &chart), "  error\n"
                                    "       1 + a'::::''''''''''''''''''''''''''''b  b two\n"
                                    "         |      ''':..\n"
                                    "         |            '''...\n"
                                    "     0.1 +                  a''...\n"
                                    "         |                        '''....\n"
                                    "    0.01 +                              ''':.a  a one\n"
                                    "         +-+----------------+----------------+-\n"
                                    "           10              100              1000\n"
                                    "          rows\n");
    same(term_plot(&BLOCKS, &chart), "  error\n"
                                     "       1 ┤ a⠛⠫⠭⣉⡉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉b  b two\n"
                                     "         │      ⠈⠉⠒⠢⢄⣀\n"
                                     "         │            ⠉⠑⠒⠤⢄⣀\n"
                                     "     0.1 ┤                  a⠑⠒⠤⢄⣀\n"
                                     "         │                        ⠉⠑⠒⠤⠤⣀⡀\n"
                                     "    0.01 ┤                              ⠈⠉⠒⠢⠤a  a one\n"
                                     "         └─┬────────────────┬────────────────┬─\n"
                                     "           10              100              1000\n"
                                     "          rows\n");
}

static void plot_nothing(void **state)
{
    (void)state;
    const double x[] = {1, 2}, none[] = {NAN, INFINITY}, flat[] = {3, 3};
    term_series series = {.n = 2, .x = x, .y = none, .mark = 'o'};
    const term_chart chart = {
        .title = "t", .x_axis = "x", .rows = 4, .n_series = 1, .series = &series};
    same(term_plot(&ASCII, &chart), "");
    series.y = flat;
    char *one = term_plot(&ASCII, &chart); /* no division by its range */
    assert_non_null(strstr(one, "o"));
    assert_null(strstr(one, "nan"));
    free(one);
}

/* ---- never wider than the terminal ---- */

static int widest_line(const char *text)
{
    int widest = 0, now = 0;
    mbstate_t shift = {0};
    while (*text) {
        wchar_t c;
        if (*text == '\033') {
            text = strchr(text, 'm') + 1;
            continue;
        }
        const size_t length = mbrtowc(&c, text, strlen(text), &shift);
        assert_true(length > 0 && length < 8);
        text += length;
        now = c == '\n' ? 0 : now + wcwidth(c);
        if (now > widest) widest = now;
    }
    return widest;
}

static void narrow(const term_style *style, char *figure)
{
    assert_true(widest_line(figure) <= style->width);
    free(figure);
}

static void try_width(const term_style *style)
{
    static const char *const name =
        "a name 中文 that is longer than any terminal: 0123456789 0123456789 "
        "0123456789 0123456789 0123456789 0123456789 0123456789";
    double *r = banded(60), x[40], y[40];
    for (int i = 0; i < 40; i++) {
        x[i] = i + 1;
        y[i] = 1e-7 * (i - 20) * (i % 3);
    }
    const term_bar bar[2] = {{name, 3, name}, {"x", 1e9, name}};
    const term_range range[2] = {{name, -1e-300, -2, 4}, {"y", 5, 5, 5}};
    const term_series series[2] = {{.name = "method of a long name",
                                    .n = 40,
                                    .x = x,
                                    .y = y,
                                    .low = y,
                                    .high = x,
                                    .mark = 'a',
                                    .colour = 1},
                                   {.n = 40, .x = x, .y = x, .mark = 'b'}};
    const term_level level = {"level", 1e30};
    narrow(style, term_bars(style, name, 2, bar));
    narrow(style, term_spark(style, name, 40, y, name));
    narrow(style, term_ranges(style, name, 2, range));
    for (int k = 1; k <= 60; k++)
        narrow(style,
               term_heat_map(style, &(term_heat){name, k, r, 1e-9 * pow(10, k % 20), NULL, name}));
    narrow(style, term_plot(style, &(term_chart){.title = name,
                                               .x_axis = name,
                                               .key = name,
                                               .rows = 5,
                                               .n_series = 2,
                                               .series = series,
                                               .n_levels = 1,
                                               .levels = &level}));
    free(r);
}

static void widths(void **state)
{
    (void)state;
    for (int width = TERM_LEAST - 1; width < TERM_MOST; width += 7)
        for (int kind = 0; kind < 4; kind++) {
            term_style style = kind == 0 ? ASCII : kind == 1 ? BLOCKS : kind == 2 ? COARSE : FINE;
            style.width = width;
            try_width(&style);
        }
}

static int utf8(void **state)
{
    *state = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    return !*state || !uselocale(*state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns),
        cmocka_unit_test(colours),
        cmocka_unit_test(plain_terminals),
        cmocka_unit_test(hostile_text),
        cmocka_unit_test(bars),
        cmocka_unit_test(spark),
        cmocka_unit_test(ranges),
        cmocka_unit_test(heat_numbers), cmocka_unit_test(heat_above),
        cmocka_unit_test(heat_colours),
        cmocka_unit_test(heat_sizes),
        cmocka_unit_test(plot_selection),
        cmocka_unit_test(plot_methods),
        cmocka_unit_test(plot_nothing),
        cmocka_unit_test(widths),
    };
    return cmocka_run_group_tests(tests, utf8, NULL);
}
