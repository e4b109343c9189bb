# SPDX-License-Identifier: BSD-3-Clause
# The answers on the bundled data are those of tests/golden: what is moved or renamed changes no number. Names and
# modules are held to the letter, numbers to one part in a million, which all compilers and instruction sets keep.
# A change that means to change them writes them anew: LACON_GOLDEN=write sh tests/cli/run.sh build/lacon golden
golden=$ROOT/tests/golden data=$ROOT/examples/data

# tables MODEL: its text tables in one, numbers as they were written
tables() { for part in modules classes connectivity; do echo "# $part"; cat "$1/$part.tsv"; done; }

# near GOLDEN GOT: prints what is further apart
near() {
    awk -F '\t' 'NR == FNR { line[FNR] = $0; n = FNR; next }
    {
        count = split(line[FNR], want, "\t")
        if (count != NF) { print FNR ": " $0; next }
        for (i = 1; i <= NF; i++) {
            if (want[i] == $i) continue
            if (want[i] !~ /[0-9]$/ || $i !~ /[0-9]$/) { print FNR ": " $i " for " want[i]; continue }
            size = want[i] < 0 ? -want[i] : want[i] + 0
            apart = want[i] - $i
            if (apart < 0) apart = -apart
            if (apart > 1e-6 * (size > 1 ? size : 1)) print FNR ": " $i " for " want[i]
        }
    }
    END { if (FNR != n) print FNR " lines for " n }' "$1" "$2" | head -5
}

# answer NAME OPERAND OPTION...: a fit of bundled data beside its golden table
answer() {
    name=$1 from=$2
    shift 2
    run 0 fit "$data/$from" "$@" --seed 1 --out "$name" -q
    tables "$name" >"$name.tsv"
    [ "${LACON_GOLDEN:-}" != write ] || cp "$name.tsv" "$golden/"
    has "$golden/$name.tsv"
    is "" "$(near "$golden/$name.tsv" "$name.tsv" 2>&1)"
}
answer study study/people --k 4
answer noise study/people --k 3 --noise variable --membership all
answer tests24 holzinger-24 --k 4
answer published holzinger-9 --k 3 --objective sm --solver alm
answer dense holzinger-9 --k 3 --solver ml-dense
