/* SPDX-License-Identifier: BSD-3-Clause
 * Letters for pictures: one line wide, on a grid of 100 units to the em. Capitals are 72 high, small
 * letters 51, descenders reach -20. A letter is a list of strokes:
 *
 *     Lx y x y ...         a line through the points
 *     Ax y rx ry from to   an arc of the ellipse around (x, y), in degrees against the clock
 */
#include "plot/drawing.h"
#include "util/utf8.h"

#include <math.h>
#include <string.h>

/* by character */
static const lcn_glyph TABLE[] = {
    {' ', 30, ""},
    {'!', 22, "L11 72 11 20 L11 0 11 1"},
    {'"', 30, "L9 72 9 54 L21 72 21 54"},
    {'#', 56, "L16 0 24 72 L34 0 42 72 L6 24 48 24 L8 48 50 48"},
    {'$', 60, "A30 54 19 18 35 270 A30 18 21 18 90 -145 L30 82 30 -10"},
    {'%', 74, "A21 56 13 16 0 360 A53 16 13 16 0 360 L22 0 52 72"},
    {'&', 68, "L59 0 17 52 A27 58 12 14 200 -20 L38 53 13 28 A27 17 19 17 140 330 L44 9 57 34"},
    {'\'', 20, "L10 72 10 54"},
    {'(', 28, "A41 28 34 56 132 228"},
    {')', 28, "A-13 28 34 56 48 -48"},
    {'*', 42, "L21 72 21 42 L8 65 34 49 L34 65 8 49"},
    {'+', 58, "L9 30 49 30 L29 10 29 50"},
    {',', 21, "L12 2 9 -12"},
    {'-', 38, "L8 27 30 27"},
    {'.', 22, "L11 0 11 1"},
    {'/', 40, "L5 -8 35 78"},
    {'0', 60, "A30 36 21 36 0 360"},
    {'1', 60, "L17 58 35 72 35 0"},
    {'2', 60, "A30 51 20 21 165 -35 L46 39 10 0 50 0"},
    {'3', 60, "A29 54 17 18 150 -90 A29 18 21 18 90 -145"},
    {'4', 60, "L40 0 40 72 9 21 51 21"},
    {'5', 60, "L47 72 17 72 13 38 A29 23 21 23 138 -140"},
    {'6', 60, "A30 22 20 22 0 360 A54 22 44 50 180 105"},
    {'7', 60, "L10 72 50 72 23 0"},
    {'8', 60, "A30 54 17 18 0 360 A30 18 20 18 0 360"},
    {'9', 60, "A30 50 20 22 0 360 A6 50 44 50 0 -75"},
    {':', 22, "L11 0 11 1 L11 45 11 46"},
    {';', 21, "L12 2 9 -12 L12 45 12 46"},
    {'<', 54, "L45 52 9 30 45 8"},
    {'=', 58, "L9 21 49 21 L9 39 49 39"},
    {'>', 54, "L9 52 45 30 9 8"},
    {'?', 50, "A25 54 17 18 165 -60 L33 38 25 30 25 20 L25 0 25 1"},
    {'@', 88, "A44 30 35 36 -60 300 A44 30 14 17 0 360 L58 47 58 22"},
    {'A', 66, "L6 0 33 72 60 0 L16 25 50 25"},
    {'B', 62, "L33 36 9 36 L33 0 9 0 9 72 33 72 A33 54 17 18 90 -90 A33 18 20 18 90 -90"},
    {'C', 68, "A38 36 30 36 48 312"},
    {'D', 68, "L29 0 9 0 9 72 29 72 A29 36 30 36 90 -90"},
    {'E', 58, "L49 72 9 72 9 0 49 0 L9 37 43 37"},
    {'F', 56, "L47 72 9 72 9 0 L9 36 41 36"},
    {'G', 72, "A38 36 30 36 48 312 L42 33 64 33 64 13 58 9"},
    {'H', 68, "L9 0 9 72 L59 0 59 72 L9 38 59 38"},
    {'I', 22, "L11 0 11 72"},
    {'J', 46, "L39 72 39 20 A23 20 16 20 0 -165"},
    {'K', 62, "L8 0 8 72 L52 72 8 28 L23 43 54 0"},
    {'L', 52, "L8 72 8 0 44 0"},
    {'M', 80, "L10 0 10 72 40 18 70 72 70 0"},
    {'N', 70, "L10 0 10 72 60 0 60 72"},
    {'O', 76, "A38 36 30 36 0 360"},
    {'P', 60, "L9 0 9 72 31 72 A31 52 20 20 90 -90 L31 32 9 32"},
    {'Q', 76, "A38 36 30 36 0 360 L44 16 66 -4"},
    {'R', 62, "L9 0 9 72 31 72 A31 52 20 20 90 -90 L31 32 9 32 L31 32 53 0"},
    {'S', 60, "A30 54 19 18 35 270 A30 18 21 18 90 -145"},
    {'T', 60, "L5 72 55 72 L30 72 30 0"},
    {'U', 68, "L9 72 9 24 A34 24 25 24 180 360 L59 24 59 72"},
    {'V', 62, "L5 72 31 0 57 72"},
    {'W', 86, "L5 72 24 0 43 66 62 0 81 72"},
    {'X', 62, "L6 72 56 0 L6 0 56 72"},
    {'Y', 60, "L5 72 30 36 55 72 L30 36 30 0"},
    {'Z', 62, "L9 72 53 72 8 0 54 0"},
    {'[', 28, "L20 80 8 80 8 -16 20 -16"},
    {'\\', 40, "L5 78 35 -8"},
    {']', 28, "L8 80 20 80 20 -16 8 -16"},
    {'^', 52, "L9 46 26 72 43 46"},
    {'_', 50, "L3 -10 47 -10"},
    {'`', 28, "L9 74 19 60"},
    {'a', 53,
     "A27 34 18 18 150 0 L45 34 45 0 L45 29 26 29 A26 14 17 15 90 270 A26 14 19 15 270 350"},
    {'b', 56, "L9 74 9 0 A28 26 19 26 0 360"},
    {'c', 50, "A28 26 20 26 50 310"},
    {'d', 56, "L47 74 47 0 A28 26 19 26 0 360"},
    {'e', 56, "A28 26 20 26 4 315 L8 28 48 28"},
    {'f', 34, "L14 0 14 58 A30 58 16 16 180 95 L5 50 27 50"},
    {'g', 56, "A28 26 19 26 0 360 L47 51 47 -4 A28 -4 19 17 0 -155"},
    {'h', 54, "L9 0 9 74 A27 32 18 20 180 0 L45 32 45 0"},
    {'i', 22, "L11 0 11 51 L11 70 11 71"},
    {'j', 25, "L17 51 17 -8 A6 -8 11 12 0 -80 L17 70 17 71"},
    {'k', 50, "L8 0 8 74 L40 51 8 20 L19 31 42 0"},
    {'l', 22, "L11 0 11 74"},
    {'m', 80, "L9 0 9 51 A24 33 15 19 180 0 L39 33 39 0 A55 33 16 19 180 0 L71 33 71 0"},
    {'n', 54, "L9 0 9 51 A27 32 18 20 180 0 L45 32 45 0"},
    {'o', 56, "A28 26 20 26 0 360"},
    {'p', 56, "L9 51 9 -20 A28 26 19 26 0 360"},
    {'q', 56, "L47 51 47 -20 A28 26 19 26 0 360"},
    {'r', 36, "L8 0 8 51 A28 32 20 20 180 85"},
    {'s', 48, "A24 39 14 13 30 270 A24 13 16 13 90 -145"},
    {'t', 33, "L14 68 14 14 A28 14 14 14 180 275 L5 50 28 50"},
    {'u', 54, "L9 51 9 20 A27 20 18 20 180 360 L45 51 45 0"},
    {'v', 48, "L5 51 24 0 43 51"},
    {'w', 68, "L5 51 20 0 34 46 48 0 63 51"},
    {'x', 48, "L6 51 42 0 L6 0 42 51"},
    {'y', 48, "L5 51 25 1 L43 51 19 -13 10 -20 5 -19"},
    {'z', 50, "L9 51 41 51 8 0 42 0"},
    {'{', 30, "L22 80 16 80 16 40 8 32 16 24 16 -16 22 -16"},
    {'|', 22, "L11 -16 11 80"},
    {'}', 30, "L8 80 14 80 14 40 22 32 14 24 14 -16 8 -16"},
    {'~', 58, "A19 26 10 10 160 20 A39 30 10 10 200 340"},
    {0xb1, 58, "L9 36 49 36 L29 18 29 54 L9 4 49 4"},
    {0xb2, 36, "A18 65 11 11 165 -40 L26 58 7 40 30 40"},
    {0xb3, 36, "A18 66 9 8 150 -90 A18 49 11 9 90 -145"},
    {0xd7, 52, "L9 13 43 47 L9 47 43 13"},
    {0x2013, 54, "L5 27 49 27"},
    {0x2212, 58, "L9 30 49 30"},
};
static const lcn_glyph MISSING = {0, 60, "L10 0 50 0 50 72 10 72 10 0"};

const lcn_glyph *lcn_glyph_of(uint32_t character)
{
    size_t low = 0, high = sizeof TABLE / sizeof *TABLE;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (TABLE[middle].character == character) return &TABLE[middle];
        *(TABLE[middle].character < character ? &low : &high) =
            TABLE[middle].character < character ? middle + 1 : middle;
    }
    return &MISSING;
}

/* The next whole number of the stroke, or false at its end. */
static bool whole(const char **at, double *out)
{
    const char *s = *at;
    while (*s == ' ') s++;
    const bool minus = *s == '-';
    s += minus;
    if (*s < '0' || *s > '9') return false;
    double value = 0;
    for (; *s >= '0' && *s <= '9'; s++) value = 10 * value + (*s - '0');
    *out = minus ? -value : value;
    *at = s;
    return true;
}

static int arc(const char **at, int capacity, double *xy)
{
    enum { STEP = 12 }; /* degrees */
    double a[6] = {0};
    for (int i = 0; i < 6; i++) whole(at, &a[i]);
    const double turn = a[5] - a[4];
    int steps = (int)ceil(fabs(turn) / STEP);
    if (steps > capacity - 1) steps = capacity - 1;
    for (int i = 0; i <= steps; i++) {
        const double angle = (a[4] + turn * i / steps) * (3.14159265358979323846 / 180);
        xy[2 * i] = a[0] + a[2] * cos(angle);
        xy[2 * i + 1] = a[1] + a[3] * sin(angle);
    }
    return steps + 1;
}

int lcn_glyph_stroke(const char **at, int capacity, double *xy)
{
    while (**at == ' ') ++*at;
    if (**at == '\0') return 0;
    const char kind = *(*at)++;
    if (kind == 'A') return arc(at, capacity, xy);
    int n = 0;
    while (n < capacity && whole(at, &xy[2 * n]) && whole(at, &xy[2 * n + 1])) n++;
    return n;
}

double lcn_text_width(const char *text)
{
    double units = 0;
    for (size_t i = 0, end = strlen(text); i < end;) {
        uint32_t character = 0;
        const size_t n = lcn_utf8_next(text + i, end - i, &character);
        units += lcn_glyph_of(n > 0 ? character : 0)->advance;
        i += n > 0 ? n : 1;
    }
    return units / LCN_GLYPH_EM;
}
