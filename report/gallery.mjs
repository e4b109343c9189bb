// SPDX-License-Identifier: BSD-3-Clause
// docs/gallery from the bundled examples: the reports are made, their figures saved as the page itself saves
// them, and a page of Markdown put around. `./run gallery`; usage: gallery.mjs LACON DIR
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const root = resolve(fileURLToPath(new URL("..", import.meta.url))), data = "examples/data", study = `${data}/study`;
const program = resolve(process.argv[2]), out = resolve(process.argv[3]), scratch = mkdtempSync(join(tmpdir(), "lacon-gallery-"));
const people = ["--participants", `${study}/participants.tsv`, "--id", "id"];

// Commands as the gallery shows them, and which figures it keeps.
const PAGES = [
    { name: "study", title: "A made-up study: 32 people, 12 regions, two groups", width: 1120,
        commands: [["select", `${study}/people`, "--k", "1:5", "--cv", "rows:5", "--out", "study"], ["stability", "study", `${study}/people`, "--boot", "20"],
            ["test", "study", ...people, "--model", "group + age + sex + motion", "--contrast", "group=patient-control"],
            ["causal", "study", `${study}/people`, "--boot", "10", "--out", "study/causal"],
            ["report", "study", `${study}/people`, ...people, "--coordinates", `${study}/atlas.csv`]],
        figures: ["fig-choice", "fig-folds", "fig-modules", "fig-fit", "fig-mean", "fig-intervals", "fig-circle", "fig-effects", "fig-forest", "fig-null", "fig-cloud-1", "fig-confounds", "fig-directed", "fig-order", "fig-trace"] },
    { name: "tests", title: "Nine mental tests in two schools (Holzinger and Swineford, 1939)", width: 1120,
        commands: [["fit", `${data}/holzinger-9`, "--k", "3", "--out", "tests"], ["report", "tests", `${data}/holzinger-9`]], figures: ["fig-path", "fig-loadings", "fig-fit", "fig-classes"] },
    { name: "tests24", title: "Twenty-four mental tests, how many modules", width: 1120,
        commands: [["select", `${data}/holzinger-24`, "--k", "1:8", "--out", "tests24"], ["stability", "tests24", `${data}/holzinger-24`, "--boot", "20"], ["report", "tests24", `${data}/holzinger-24`]],
        figures: ["fig-choice", "fig-modules", "fig-stays", "fig-together"] }];

const quoted = (word) => (/[ *]/.test(word) ? `'${word}'` : word);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const lines = ["# Gallery", "", "Figures of reports (`lacon report`, [docs/report.md](../report.md)) of the bundled examples, saved by the pages themselves. `./run gallery` makes them anew.", ""];

async function opened(file, width, height = 900) {
    const page = await (await browser.newContext({ viewport: { width, height }, acceptDownloads: true, reducedMotion: "reduce" })).newPage();
    await page.goto(`file://${file}`);
    await page.waitForSelector("html[data-drawn]", { state: "attached" });
    return page;
}

async function kept(page, id, file) {
    const [saved] = await Promise.all([page.waitForEvent("download"), page.click(`#${id} button:text-is("SVG")`)]);
    writeFileSync(file, readFileSync(await saved.path()));
    return page.$eval(`#${id}`, (f) => [f.querySelector("h3").textContent, f.querySelector("figcaption").textContent]);
}

try {
    mkdirSync(out, { recursive: true });
    for (const old of readdirSync(out)) if (/\.(svg|png)$/.test(old)) rmSync(join(out, old));
    execFileSync("ln", ["-s", join(root, "examples"), join(scratch, "examples")]);
    for (const one of PAGES) {
        one.commands.forEach((words) => execFileSync(program, [...words, "-q"], { cwd: scratch, stdio: "inherit" }));
        const page = await opened(join(scratch, one.name, "report.html"), one.width);
        lines.push(`## ${one.title}`, "", "```sh", ...one.commands.map((words) => `$ lacon ${words.map(quoted).join(" ")} -q`), "```", "");
        for (const id of one.figures) {
            if (!(await page.$(`#${id}`))) throw new Error(`${one.name} has no ${id}`);
            const file = `${one.name}-${id.replace("fig-", "")}.svg`, [title, caption] = await kept(page, id, join(out, file));
            lines.push(`**${/[?!]$/.test(title) ? title : `${title}.`}** ${caption}`, "", `![${title}](${file})`, "");
        }
        await page.context().close();
    }
    const top = await opened(join(scratch, "study", "report.html"), 1280, 1040);
    await top.$eval("#groups", (s) => s.scrollIntoView({ block: "start" }));
    await top.waitForTimeout(300);
    await top.screenshot({ path: join(out, "report.png") });
    writeFileSync(join(out, "README.md"), lines.join("\n"));
} finally {
    await browser.close();
    rmSync(scratch, { recursive: true, force: true });
}
