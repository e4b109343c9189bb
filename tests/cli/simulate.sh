# SPDX-License-Identifier: BSD-3-Clause
# simulate: files, truth, seeds, noise variables, unseen rows.
args="--classes 3 --samples 20 --variables 12 --modules 3"
# shellcheck disable=SC2086  # words
run 0 simulate $args --noise 0.5 --seed 4 --out a --test 7
silent out
for file in class-001.csv class-002.csv class-003.csv truth/model.npz truth/modules.tsv \
    truth/model.json truth/connectivity.tsv truth/classes.tsv test/class-001.csv test/class-003.csv
do has "a/$file"; done
absent a/class-004.csv
nothing_left
is 21 "$(wc -l <a/class-002.csv | tr -d ' ')"
is 8 "$(wc -l <a/test/class-002.csv | tr -d ' ')"
is 12 "$(head -1 a/class-001.csv | tr ',' '\n' | wc -l | tr -d ' ')"
is 12 "$(sed 1d a/truth/modules.tsv | wc -l | tr -d ' ')"
is 0.5 "$(sed -n 2p a/truth/classes.tsv | cut -f3)"
# what nobody has estimated is NA, in JSON null
is 'NA NA' "$(sed -n 2p a/truth/classes.tsv | cut -f4) $(sed -n 2p a/truth/modules.tsv | cut -f4)"
grep -qi '\bnan\b' a/truth/*.tsv a/truth/*.json && bad 'nan in the truth' || good

# the same seed is the same bytes, for any number of threads; another seed is not
# shellcheck disable=SC2086
run 0 simulate $args --noise 0.5 --seed 4 --out b --test 7 --threads 1
for file in class-001.csv class-003.csv test/class-002.csv truth/model.npz; do same "a/$file" "b/$file"; done
# shellcheck disable=SC2086
run 0 simulate $args --noise 0.5 --seed 5 --out c
cmp -s a/class-001.csv c/class-001.csv && bad 'two seeds, the same rows' || good
# a row depends on seed, class and row alone: more rows continue, unseen rows stay
run 0 simulate --classes 2 --samples 30 --variables 12 --modules 3 --noise 0.5 --seed 4 --test 7 --out d
head -21 d/class-001.csv >head
same head a/class-001.csv
same d/test/class-001.csv a/test/class-001.csv
# unseen rows are not seen ones
sed 1d a/test/class-001.csv | while read -r row; do grep -q -F -x -- "$row" d/class-001.csv && echo again; done >again
is '' "$(cat again)"

# noise variables are at the end, unassigned in the truth
# shellcheck disable=SC2086
run 0 simulate $args --noise-variables 5 --out e
is 17 "$(head -1 e/class-001.csv | tr ',' '\n' | wc -l | tr -d ' ')"
is 5 "$(sed 1d e/truth/modules.tsv | tail -5 | cut -f2 | grep -c '^0$')"
is 0 "$(sed 1d e/truth/modules.tsv | head -12 | cut -f2 | grep -c '^0$')"

# the truth is a model: fit starts there, score is perfect
run 0 fit e --k 3 --init e/truth --scale center --membership all --out m -q
run 0 score e/truth e/truth
shows '^w_error	0$'
shows '^ari	1$'

# many classes sort as they are numbered
run 0 simulate --classes 1000 --samples 2 --variables 2 --modules 1 --out many
has many/class-0001.csv
has many/class-1000.csv
is class-0001 "$(sed -n 2p many/truth/classes.tsv | cut -f1)"

# refusals
# shellcheck disable=SC2086
run 1 simulate $args --out a
says 'a'
says '--force'
# shellcheck disable=SC2086
run 0 simulate $args --out a --force
absent a/test
# with directed structure: B and the order lie beside the model
# shellcheck disable=SC2086
run 0 simulate $args --causal --out f
has f/truth/causal.npz
has f/truth/causal.json
# shellcheck disable=SC2086
run 0 simulate $args --causal --out g
same f/truth/causal.npz g/truth/causal.npz
same f/class-001.csv g/class-001.csv
rm -r f g
run 2 simulate --classes 1 --samples 10 --variables 3 --modules 4 --out f
says '--modules 4 is more than the 3'
run 2 simulate --classes 1 --samples 1 --variables 3 --modules 2 --out f
says '--samples'
absent f
