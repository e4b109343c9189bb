# SPDX-License-Identifier: BSD-3-Clause
# Progress: a bar on a terminal, lines elsewhere when asked for, nothing when not; gone at the end.
variables=200 boot=700
! emulated || { variables=60 boot=150; }
run 0 simulate --classes 4 --samples 400 --variables $variables --modules 12 --noise 4 --seed 1 --out sim -q
run 0 simulate --classes 4 --samples 100 --variables 40 --modules 4 --seed 1 --out little -q

short="fit little --k 4 --threads 1"
# shellcheck disable=SC2086  # words
run 0 $short --out a
is 0 "$(grep -c '\[#*\.*\]' err)"
# shellcheck disable=SC2086
run 0 $short --out b --progress
says '^read  *\[#*\.*\] [0-9]*/4 '
is 0 "$(tr -cd '\r' <err | wc -c | tr -d ' ')"
# shellcheck disable=SC2086
run 0 $short --out c --progress -q
is 0 "$(grep -c '^4 classes' err)"
same a/model.npz b/model.npz

script -qec true /dev/null >/dev/null 2>&1 || { finish; exit; }
# a second of work, most of it in the starts; stopped by the limit of iterations or not, that is not the matter here
fit="fit sim --k 16 --membership all --starts 40 --threads 1"
last="$fit, on a terminal"
on_terminal() { script -qec "stty cols ${columns:-80} 2>/dev/null; '$LACON' $fit $*" /dev/null </dev/null >err; }
on_terminal --out d
says 'start  *\[#*\.*\] [0-9]*/40   objective'
[ "$(tr -cd '\r' <err | wc -c)" -gt 3 ] && good || bad 'the bar does not return to its start'
# how long it will take, where the library does not say; and the clock runs while one step is at work
columns=120
script -qec "stty cols 120; '$LACON' causal sim/truth sim --boot $boot --method direct --threads 1 --out clock" /dev/null </dev/null >err
says 'bootstrap  *\[#*\.*\] [0-9]*/[0-9]*   [0-9]* s, [0-9]* s left'
columns=
# what is left at the end is the summary: the bar is wiped before it
is '' "$(tr '\r' '\n' <err | grep -B1 '^4 classes' | head -1 | tr -d ' ')"
on_terminal --out e --no-progress
is 0 "$(grep -c 'start  *\[' err)"
columns=30
on_terminal --out f
is '' "$(tr '\r' '\n' <err | grep '\[#*\.*\]' | awk 'length > 29' | head -1)"
same d/model.npz e/model.npz
same d/model.npz f/model.npz
