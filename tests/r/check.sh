#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The R package: installed into a scratch folder against the static library of this build, then its tests
# (bindings/r/tests), among them the numbers of the command line to the last bit; then what docs/r.md and the vignette
# show is run. Skipped, with a word, where R or make is not installed.
# usage: check.sh BUILD-DIR
set -u
build=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/../.." && pwd)
for program in R make; do # R compiles packages with make, which Debian only recommends with it
    command -v $program >/dev/null 2>&1 || { echo "$program is not installed: skipped"; exit 77; }
done
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/library" "$scratch/run"
cp -RL "$root/bindings/r" "$scratch/lacon"
ln -s "$root/examples" "$scratch/run/examples"
LACON_HOME=$build R CMD INSTALL --no-test-load --library="$scratch/library" "$scratch/lacon" >"$scratch/log" 2>&1 ||
    { cat "$scratch/log"; exit 1; }

# The code between ```r (or ```{r ..}) and ```, as a script.
code_of() {
    awk '/^ *```/ { inside = !inside && /^ *```(r|\{r.*\})$/; next } inside' "$1"
}
code_of "$root/docs/r.md" >"$scratch/docs-r.R"
code_of "$root/bindings/r/vignettes/holzinger.Rmd" >"$scratch/vignette.R"

export R_LIBS="$scratch/library" LACON_COMMAND="$build/lacon"
bad=0 count=0
cd "$scratch/run" || exit 1
for script in "$root"/bindings/r/tests/*.R "$scratch/docs-r.R" "$scratch/vignette.R"; do
    count=$((count + 1))
    [ -s "$script" ] || { echo "$script: nothing to run"; bad=1; continue; }
    Rscript "$script" >"$scratch/log" 2>&1 || { echo "failed: $script"; tail -n 40 "$scratch/log"; bad=1; }
done
echo "$count scripts"
exit $bad
