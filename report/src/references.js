// SPDX-License-Identifier: BSD-3-Clause
// The literature behind what was done: cited in the methods paragraph with DOIs, given as BibTeX and as RIS.

const WORKS = {
    monti: { type: "inproceedings", key: "monti2018unified", authors: [["Monti", "Ricardo Pio"], ["Hyv\u00e4rinen", "Aapo"]], year: 2018, title: "A Unified Probabilistic Model for Learning Latent Factors and Their Connectivities from High-Dimensional Data", where: "Proceedings of the 34th Conference on Uncertainty in Artificial Intelligence (UAI)" },
    ari: { type: "article", key: "hubert1985comparing", authors: [["Hubert", "Lawrence"], ["Arabie", "Phipps"]], year: 1985, title: "Comparing partitions", where: "Journal of Classification", volume: 2, pages: [193, 218], doi: "10.1007/BF01908075" },
    shrink: { type: "article", key: "ledoit2004well", authors: [["Ledoit", "Olivier"], ["Wolf", "Michael"]], year: 2004, title: "A well-conditioned estimator for large-dimensional covariance matrices", where: "Journal of Multivariate Analysis", volume: 88, issue: 2, pages: [365, 411], doi: "10.1016/S0047-259X(03)00096-4" },
    blocks: { type: "article", key: "kunsch1989jackknife", authors: [["K\u00fcnsch", "Hans R."]], year: 1989, title: "The jackknife and the bootstrap for general stationary observations", where: "The Annals of Statistics", volume: 17, issue: 3, pages: [1217, 1241], doi: "10.1214/aos/1176347265" },
    freedman: { type: "article", key: "freedman1983nonstochastic", authors: [["Freedman", "David"], ["Lane", "David"]], year: 1983, title: "A nonstochastic interpretation of reported significance levels", where: "Journal of Business & Economic Statistics", volume: 1, issue: 4, pages: [292, 298], doi: "10.1080/07350015.1983.10509354" },
    largest: { type: "article", key: "nichols2002nonparametric", authors: [["Nichols", "Thomas E."], ["Holmes", "Andrew P."]], year: 2002, title: "Nonparametric permutation tests for functional neuroimaging: a primer with examples", where: "Human Brain Mapping", volume: 15, issue: 1, pages: [1, 25], doi: "10.1002/hbm.1058" },
    fdr: { type: "article", key: "benjamini1995controlling", authors: [["Benjamini", "Yoav"], ["Hochberg", "Yosef"]], year: 1995, title: "Controlling the false discovery rate: a practical and powerful approach to multiple testing", where: "Journal of the Royal Statistical Society: Series B", volume: 57, issue: 1, pages: [289, 300], doi: "10.1111/j.2517-6161.1995.tb02031.x" },
    welch: { type: "article", key: "welch1951comparison", authors: [["Welch", "B. L."]], year: 1951, title: "On the comparison of several mean values: an alternative approach", where: "Biometrika", volume: 38, issue: "3/4", pages: [330, 336], doi: "10.1093/biomet/38.3-4.330" },
    johansen: { type: "article", key: "johansen1980welch", authors: [["Johansen", "S\u00f8ren"]], year: 1980, title: "The Welch-James approximation to the distribution of the residual sum of squares in a weighted linear regression", where: "Biometrika", volume: 67, issue: 1, pages: [85, 92], doi: "10.1093/biomet/67.1.85" },
    hall: { type: "article", key: "hall1992removal", authors: [["Hall", "Peter"]], year: 1992, title: "On the removal of skewness by transformation", where: "Journal of the Royal Statistical Society: Series B", volume: 54, issue: 1, pages: [221, 228], doi: "10.1111/j.2517-6161.1992.tb01876.x" },
    lingam: { type: "article", key: "shimizu2006linear", authors: [["Shimizu", "Shohei"], ["Hoyer", "Patrik O."], ["Hyv\u00e4rinen", "Aapo"], ["Kerminen", "Antti"]], year: 2006, title: "A linear non-Gaussian acyclic model for causal discovery", where: "Journal of Machine Learning Research", volume: 7, pages: [2003, 2030] },
    direct: { type: "article", key: "shimizu2011directlingam", authors: [["Shimizu", "Shohei"], ["Inazumi", "Takanori"], ["Sogawa", "Yasuhiro"], ["Hyv\u00e4rinen", "Aapo"], ["Kawahara", "Yoshinobu"], ["Washio", "Takashi"], ["Hoyer", "Patrik O."], ["Bollen", "Kenneth"]], year: 2011, title: "DirectLiNGAM: a direct method for learning a linear non-Gaussian structural equation model", where: "Journal of Machine Learning Research", volume: 12, pages: [1225, 1248] },
    lags: { type: "article", key: "hyvarinen2010estimation", authors: [["Hyv\u00e4rinen", "Aapo"], ["Zhang", "Kun"], ["Shimizu", "Shohei"], ["Hoyer", "Patrik O."]], year: 2010, title: "Estimation of a structural vector autoregression model using non-Gaussianity", where: "Journal of Machine Learning Research", volume: 11, pages: [1709, 1731] },
};

const family = (w) => (w.authors.length > 2 ? `${w.authors[0][0]} et al.` : w.authors.map((a) => a[0]).join(" and "));

// Cites works by name and keeps which were: cite("monti") is "Monti and Hyvärinen, 2018"; with a DOI where there is one.
export function bibliography() {
    const used = [];
    const cite = (...names) => names.map((name) => {
        if (!used.includes(name)) used.push(name);
        const w = WORKS[name];
        return `${family(w)}, ${w.year}${w.doi ? `, doi:${w.doi}` : ""}`;
    }).join("; ");
    return { cite, works: () => used.map((name) => WORKS[name]) };
}

const tex = (text) => text.replace(/\u00e4/g, '{\\"a}').replace(/\u00fc/g, '{\\"u}').replace(/\u00f8/g, "{\\o}").replace(/&/g, "\\&");
export function bibtex(works, version) {
    const field = (name, value) => (value === undefined ? null : `  ${name.padEnd(9)} = {${tex(String(value))}}`);
    return [...works.map((w) => `@${w.type}{${w.key},\n${[field("title", w.title), field("author", w.authors.map((a) => a.join(", ")).join(" and ")), field(w.type === "article" ? "journal" : "booktitle", w.where), field("year", w.year), field("volume", w.volume), field("number", w.issue), field("pages", w.pages?.join("--")), field("doi", w.doi)].filter(Boolean).join(",\n")}\n}`),
        `@software{lacon,\n  title     = {lacon: modules shared by several classes of data, and the connectivity of each class},\n  author    = {{the lacon developers}},\n  version   = {${version}}\n}`].join("\n");
}

export function ris(works, version) {
    const line = (tag, value) => (value === undefined ? null : `${tag}  - ${value}`);
    return [...works.map((w) => [line("TY", w.type === "article" ? "JOUR" : "CPAPER"), ...w.authors.map((a) => line("AU", a.join(", "))), line("TI", w.title), line(w.type === "article" ? "JO" : "T2", w.where), line("PY", w.year), line("VL", w.volume), line("IS", w.issue), line("SP", w.pages?.[0]), line("EP", w.pages?.[1]), line("DO", w.doi), "ER  - "].filter(Boolean).join("\n")),
        `TY  - COMP\nAU  - the lacon developers\nTI  - lacon: modules shared by several classes of data, and the connectivity of each class\nET  - ${version}\nER  - `].join("\n");
}
