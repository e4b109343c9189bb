# SPDX-License-Identifier: BSD-3-Clause
# Figures on a terminal: there and nowhere else, as wide as it is, in the characters and colours it has.
# Their letters are the matter of test_term.c; here they are seen through a pseudo-terminal.
script -qec true /dev/null >/dev/null 2>&1 || skip 'there is no pseudo-terminal here'
escape=$(printf '\033')
data=$ROOT/examples/data
unset COLUMNS NO_COLOR COLORTERM

# on COLUMNS ARGUMENT...: the command on a terminal so wide; its lines in ./err, nothing wider than that.
on() {
    columns=$1
    shift
    last="$*, on $columns columns"
    script -qec "stty cols $columns; '$LACON' $* --no-progress" /dev/null </dev/null 2>/dev/null | tr -d '\r' >err
    widest=$(sed -n "s/${escape}\[[0-9;]*m//g; /^$/,/^  results/p" err | LC_ALL=C.UTF-8 wc -L)
    if [ "$widest" -lt "$columns" ]; then good; else bad "a line of $widest columns"; fi
}
rich() { LC_ALL=C.UTF-8 TERM=xterm-256color on "$@"; }
quiet_about() { is 0 "$(grep -c "$1" err)"; }

# fit: sizes with names, correlations; the same summary around them as elsewhere
rich 80 fit "$data/holzinger-9" --k 3 --out fit80
says '^  .*modules: variables, heaviest first'
says '█'
says 'x8 x9 x7'
says "${escape}\[48;5;[0-9]*m   *\.4"
says '^  results      fit80'
COLORTERM=truecolor rich 80 fit "$data/holzinger-9" --k 3 --out true80
says "${escape}\[48;2;[0-9]*;[0-9]*;[0-9]*m   *\.4"
for columns in 60 120 200; do
    rich $columns fit "$data/holzinger-24" --k 5 --out fit$columns
    says 'correlation between modules, mean of 2 classes'
    says '[0-9.]* to [0-9.]*, [0-9][0-9]* steps'
done
same fit60/modules.tsv fit120/modules.tsv

# no colours, no UTF-8, a dumb terminal: no escape codes, and ASCII but for the bars of the first
NO_COLOR=1 rich 80 fit "$data/holzinger-9" --k 3 --out nocolour
quiet_about "$escape"
says '^   1 █.* 3  x4 x5 x6$'
says '^   1      ·     \.\.  \.36  ::  \.47$'
TERM=xterm on 80 fit "$data/holzinger-9" --k 3 --out latin
says '^   1 ##* 3  x4 x5 x6$'
says '^   1      \.     \.\.  \.36  ::  \.47$'
is 0 "$(tr -d '\000-\177' <err | wc -c | tr -d ' ')"
cp err ascii
LC_ALL=C.UTF-8 TERM=dumb COLORTERM=truecolor on 80 fit "$data/holzinger-9" --k 3 --out dumb
grep -v -e results -e seconds ascii >a
grep -v -e results -e seconds err >b
same a b

# nothing: too narrow, asked to be quiet, not a terminal (standard output being one does not count)
rich 59 fit "$data/holzinger-9" --k 3 --out narrow
quiet_about 'heaviest'
says '^  results      narrow'
COLUMNS=50 rich 80 fit "$data/holzinger-9" --k 3 --out narrower
quiet_about 'heaviest'
rich 80 fit "$data/holzinger-9" --k 3 --out quiet -q
silent err
run 0 fit "$data/holzinger-9" --k 3 --out file
quiet_about 'heaviest'
quiet_about "$escape"
rich 80 fit "$data/holzinger-9" --k 3 --out piped '2>piped.err'
silent err
is 0 "$(grep -c heaviest piped.err)"

# names from a file are text, not commands to the terminal
mkdir hostile
printf 'a\302\2332Jz,b,c\303\251,d\n' >hostile/one.csv # U+009B is a whole escape sequence's beginning
tail -n +2 "$data"/holzinger-9/Pasteur.csv | cut -d , -f 1,2,4,5 >>hostile/one.csv
NO_COLOR=1 rich 80 fit hostile --k 2 --out names
quiet_about "$(printf '\302\233')"
says 'a?2Jz'
says 'cé'

# causal and stability: what was found first, then a small figure; nothing of it wraps, warnings neither
all_within() { # all_within COLUMNS: every line of ./err
    widest=$(sed "s/${escape}\[[0-9;]*m//g" err | LC_ALL=C.UTF-8 wc -L)
    if [ "$widest" -lt "$1" ]; then good; else bad "a line of $widest columns"; fi
}
before() { # before A B: the first line with A is above the first with B
    if [ "$(grep -n "$1" err | head -1 | cut -d : -f 1)" -lt "$(grep -n "$2" err | head -1 | cut -d : -f 1)" ]; then good; else bad "$2 is above $1"; fi
}
run 0 fit "$data/simulated" --k 4 --out four -q
rich 80 causal four "$data/simulated" --boot 5 --out arrows
all_within 80
says '^  joined       [0-9.]* of 6 pairs in a class, [0-9]* in all'
says '^  directions   '
before '^  directions' 'mean effect of the row on the column'
before 'mean effect of the row on the column' 'pairs joined'
says 'warning: two or more disturbances may be'
rich 80 stability four "$data/simulated" --boot 4 --out sure
all_within 80
before '^  agreement' 'resamples with a variable in its module'
says '^   1 .*█'

# select: the curve, its best and what is chosen
rich 80 select "$data/simulated" --k 2:6 --cv rows:4 --out chosen
says 'log-likelihood of a held-out row'
says '◆ best, and smallest within one standard error: 4'
says 'outside the picture: identity'
NO_COLOR=1 on 60 select "$data/holzinger-24" --k 2:6 --cv rows:5 --out curve
says '^    ^ best: [0-9]   \* smallest within one standard error: [0-9]$'
is 1 "$(grep -c '^ *[0-9.-]* [|+].*\^' err)"
rich 80 select "$data/holzinger-9" --k 3 --cv rows:4 --out only
quiet_about 'held-out row'

# test: every edge, those that differ marked
run 0 fit "$data/study/people" --k 3 --out people -q
rich 80 test people --participants "$data/study/participants.tsv" --id id --model "\"group + age + motion\"" --perm 500
says 'effect on every edge: control minus patient'
is 2 "$(grep -c '\.57\*' err)"
quiet_about '\.11\*'
says '\* p_fwe <= .05'
rich 80 test people --participants "$data/study/participants.tsv" --id id --model age --perm 200 --out age
says 'no edge with p_fwe or q_fdr <= .05'

# experiment: curves where there is something along x, else a row per method
tiny="--reps 2 --classes 1 --variables 12 --modules 2 --methods lacon,kmeans,nnpca"
# shellcheck disable=SC2086  # words
rich 80 experiment fig2 $tiny --samples 30,60,120 --out curves
says 'error of W, 1 class'
says 'c kmeans'
tiny="--reps 1 --classes 1 --modules 2 --methods lacon,kmeans"
# shellcheck disable=SC2086
rich 80 experiment fig2 $tiny --samples 30,60 --variables 12,16 --out grid
says '30 *60'
# shellcheck disable=SC2086
rich 80 experiment fig2 $tiny --samples 30 --variables 12,16 --out wide
says '12 *16'
tiny="$tiny --variables 12"
# shellcheck disable=SC2086
rich 80 experiment ari $tiny --samples 30 --out points
says 'adjusted Rand index of the modules, 1 class'
says 'kmeans.*●'
rich 80 experiment table1 "$data/simulated" --train 100 --test 20 --k 3:4 --methods lacon,diagonal --out table
says 'log-likelihood of a held-out row, one standard deviation'
