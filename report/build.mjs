// SPDX-License-Identifier: BSD-3-Clause
// dist/report.js and dist/report.css from src: the same sources and package-lock.json give the same bytes.
import { build } from "esbuild";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
await build({
    entryPoints: [here("src/main.js")], outfile: here("dist/report.js"), bundle: true, minify: true,
    format: "iife", target: ["chrome90", "firefox90", "safari15"], charset: "ascii", legalComments: "none",
    banner: { js: readFileSync(here("src/banner.txt"), "utf8").trim() },
    logLevel: "warning",
});
await build({
    entryPoints: [here("src/style.css")], outfile: here("dist/report.css"), minify: true, logLevel: "warning",
});
const script = readFileSync(here("dist/report.js"), "utf8");
if (/<\/script|<!--/i.test(script)) throw new Error("the bundle would end its own script element");
