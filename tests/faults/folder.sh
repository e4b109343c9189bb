#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Folders and tables spoilt at random, then read by the commands that read them: with digests every flipped bit is
# refused (exit 3); without them a command ends by itself with 0, 1, 2, 3 or 4 and a sentence, and nothing is half
# written. RUNS of each (60); SEED.
# usage: folder.sh LACON SPOIL
set -u
export LC_ALL=C OPENBLAS_NUM_THREADS=1
lacon=$1 spoil=$2 n=${RUNS:-60} seed=${SEED:-1} bad=0 runs=0
scratch=$(mktemp -d -p "${CALLS_TMP:-${TMPDIR:-/tmp}}") || exit 1
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
"$lacon" simulate --classes 4 --samples 60 --variables 9 --modules 3 --seed 3 --out s -q || exit 1
printf 'id\tg\tx\nclass-001\ta\t1\nclass-002\tb\t2.5\nclass-003\ta\t4\nclass-004\tb\t3\n' >people.tsv
printf 'from,to,rule\n1,2,before\n' >prior.csv
"$lacon" fit s --k 3 --pool --participants people.tsv --id id --out m -q || exit 1
"$lacon" causal m s --boot 2 --out m/causal -q || exit 1
"$lacon" test m --model g --perm 20 --out m/test -q >/dev/null || exit 1
cp m/modules.tsv key.tsv
mkdir kept && cp -r m people.tsv prior.csv key.tsv kept

complain() {
    bad=$((bad + 1))
    echo "seed $seed, file $file: lacon $*: exit $code, $(head -c 200 err)"
}

run() {
    rm -rf o o.html
    code=0
    timeout -s KILL 60 "$lacon" "$@" >out 2>err </dev/null || code=$?
    runs=$((runs + 1))
}

# Any end but a signal; a failure says something and writes nothing.
ends() {
    run "$@"
    case $code in
    0 | 4) ;;
    1 | 2 | 3) if [ ! -s err ] || [ -e o ] || [ -e o.html ]; then complain "$@"; fi ;;
    *) complain "$@" ;;
    esac
}

reads() {
    case $1 in
    people.tsv) ends test m -p people.tsv --id id -m g --perm 9 --out o -q ;;
    prior.csv) ends causal m s --prior prior.csv --boot 0 --out o -q ;;
    key.tsv) ends score key.tsv m ;;
    *)
        case $((seed % 7)) in
        0) ends evaluate m s ;;
        1) ends transform m s --pool --out o -q ;;
        2) ends test m -m g --perm 9 --out o -q ;;
        3) ends causal m s --boot 0 --lags 1 --out o -q ;;
        4) ends score m m --json ;;
        5) ends convert m --to bids --out o -q ;;
        6) ends fit s --k 2 --init m --out o -q ;;
        esac
        ends report m --out o.html -q ;;
    esac
}

# The file of a number, round and round.
pick() { sed -n "$(($1 % $(wc -l <files) + 1))p" files; }

find m -type f ! -name SHA256SUMS | sort >files
i=0
while [ $i -lt "$n" ]; do # one bit, digests there
    seed=$((seed + 1)) i=$((i + 1))
    file=$(pick $seed)
    "$spoil" flip $seed "$file"
    run report m --out o.html -q
    [ $code = 3 ] || complain report m
    cp "kept/$file" "$file"
done
find m -name SHA256SUMS -exec rm {} +
{ cat files; printf 'people.tsv\nprior.csv\nkey.tsv\n'; } >more && mv more files
i=0
while [ $i -lt "$n" ]; do
    seed=$((seed + 1)) i=$((i + 1))
    file=$(pick $seed)
    "$spoil" some $seed "$file"
    reads "$file"
    cp "kept/$file" "$file"
done
echo "$runs runs, $bad bad"
[ "$bad" = 0 ] && [ "$runs" -gt 10 ]
