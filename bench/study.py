# SPDX-License-Identifier: BSD-3-Clause
"""The commands of docs/study.md on ABIDE: do they run, and does the table there still hold?"""
import json
import os
import subprocess

from lib import LACON, ROOT, Results, real_data, scratch


def answers(base, folder):
    """omnibus p of the four questions of the table."""
    table = os.path.join(base, "subjects.csv")
    with open(table, encoding="utf-8") as text:
        rows = [line.rstrip("\n").split(",") for line in text]
    files = [os.path.join(base, "subjects", r[0]) for r in rows[1:] if r[12] == "True"]
    subprocess.run([LACON, "fit", *files, "--k", "5", "--out", folder + "/m", "-q"], check=True)
    everything = "DX_GROUP + AGE + SEX + func_mean_fd"
    questions = {"group alone": ("DX_GROUP", "DX_GROUP=1-2"), "group adjusted": (everything, "DX_GROUP=1-2"),
                 "motion adjusted": (everything, "func_mean_fd")}
    for name, (model, contrast) in questions.items():
        out = os.path.join(folder, name.replace(" ", "-"))
        subprocess.run([LACON, "test", folder + "/m", "-p", table, "--id", "file", "-m", model, "-c", contrast, "-o",
                        out, "-q"], check=True)
        with open(out + "/test.json", encoding="utf-8") as text:
            yield name, json.load(text)["omnibus"]["p"]


def run(options):
    del options
    base = real_data("abide_um_aal")
    if base is None:
        print("ABIDE: not at hand, skipped")
        return True
    out = Results("study", "question", "omnibus_p")
    done = subprocess.run(["sh", "tests/docs/check.sh", "build", "cc", "docs/study.md"], cwd=ROOT, text=True,
                          env={**os.environ, "LACON_ABIDE": base}, capture_output=True)
    print(done.stdout + done.stderr)
    out.claim(done.returncode == 0, "every command of docs/study.md does what it shows")
    with scratch() as folder:
        found = dict(answers(base, folder))
    for name, p in found.items():
        out.row(name, float(p))
    out.claim(found["group alone"] < .05 < found["group adjusted"] and found["motion adjusted"] < .001,
              "a group difference without covariates, none with them, motion the stronger")
    return out.close()
