// SPDX-License-Identifier: BSD-3-Clause
// Colours. Ten that people with any colour vision tell apart: no two of them, nor the grey of the unassigned, are nearer
// than 12 by CIEDE2000 in normal vision, deuteranopia, protanopia and tritanopia (Machado et al. 2009; the page's test
// computes it). Modules 11 to 20 and 21 to 30 repeat them with another lightness and another shape, and every module
// shows its number: nothing depends on colour alone.
import { interpolateRgb } from "d3-interpolate";
import { scaleLinear } from "d3-scale";
import { symbolCircle, symbolDiamond, symbolSquare, symbolTriangle } from "d3-shape";

const hues = ["#0072b2", "#e69f00", "#a53c78", "#96d287", "#f03c5a", "#69e1f0", "#876900", "#1e1ec3", "#8787ff", "#780f1e"];
const shades = [(c) => c, (c) => interpolateRgb(c, "#000000")(0.45), (c) => interpolateRgb(c, "#ffffff")(0.5)];
const shapes = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond];

export const moduleColour = (j) => (j === 0 ? "#b8b8b8" : shades[Math.floor((j - 1) / 10) % 3](hues[(j - 1) % 10]));
export const moduleShape = (j) => (j === 0 ? symbolCircle : shapes[Math.floor((j - 1) / 10) % 4]);
// Black or white, whichever is read more easily on the colour.
export function inkOn(colour) {
    const [r, g, b] = (colour.match(/^#(..)(..)(..)$/)?.slice(1).map((x) => parseInt(x, 16)) ?? colour.match(/\d+/g).map(Number))
        .map((x) => (x / 255 <= 0.04045 ? x / 255 / 12.92 : ((x / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? "#000000" : "#ffffff";
}

// Signed: blue below zero, white at zero, red above. Amounts: white to dark blue.
export const signed = (most) =>
    scaleLinear([-most, -most / 2, 0, most / 2, most], ["#053061", "#4393c3", "#ffffff", "#d6604d", "#67001f"]).clamp(true);
export const amount = (most, least = 0) =>
    scaleLinear([least, (least + most) / 2, most], ["#ffffff", "#6baed6", "#08306b"]).clamp(true);
export const PAPER = "#ffffff", GREEN = "#00704a", INK = "#15191e", QUIET = "#56606b", RULE = "#c3cad2", ACCENT = "#0072b2", WARM = "#d55e00";
// Groups of classes, the first against the second.
export const GROUPS = [hues[0], hues[1], hues[2], hues[3], hues[9], hues[8]];
