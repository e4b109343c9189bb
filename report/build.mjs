// SPDX-License-Identifier: BSD-3-Clause
// dist from src: report.js and report.css of every page, space.js of those made with --3d. The same sources and
// package-lock.json give the same bytes.
import { build } from "esbuild";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
async function script(from, to, banner, globalName) {
    await build({
        entryPoints: [here(from)], outfile: here(to), bundle: true, minify: true, globalName,
        format: "iife", target: ["chrome90", "firefox90", "safari15"], charset: "ascii", legalComments: "none",
        banner: { js: readFileSync(here(banner), "utf8").trim() },
        logLevel: "warning",
    });
    if (/<\/script|<!--/i.test(readFileSync(here(to), "utf8"))) throw new Error(`${to} would end its own script element`);
}
await script("src/main.js", "dist/report.js", "src/banner.txt");
await script("src/space.js", "dist/space.js", "src/banner-space.txt", "laconSpace");
await build({
    entryPoints: [here("src/style.css")], outfile: here("dist/report.css"), minify: true, logLevel: "warning",
});
