# SPDX-License-Identifier: BSD-3-Clause
# test: edges.tsv and test.json, a planted difference found, every way to ask wrongly.
run 0 simulate --classes 20 --samples 80 --variables 20 --modules 4 --noise 0.3 --seed 5 --out sim -q
run 0 fit sim --k 4 --scale center --seed 1 --out m -q
awk 'BEGIN { print "id\tgroup\tage\tsite"
    for (i = 1; i <= 20; i++) printf "class-%03d\t%s\t%.2f\t%s\n", i, i % 3 ? "B" : "A", (i * 37 % 11) + i / 7, i % 2 ? 1 : 2 }' >p.tsv

# ---- what it writes ----
run 0 test m --participants p.tsv --id id --model 'group + age' --contrast group=A-B --seed 3 --out t
silent out
says '^20 classes (6 A, 14 B), 6 edges, model group + age$'
says 'A minus B, t with 1 and 17'
says '^  omnibus '
is 'module_a module_b effect ci_low ci_high statistic p p_fwe q_fdr p_bonferroni size component p_component df scaled' \
    "$(head -1 t/edges.tsv | tr '\t' ' ')"
is 7 "$(wc -l <t/edges.tsv | tr -d ' ')"
awk -F '\t' 'NR > 1 && !($4 < $3 && $3 < $5 && $7 > 0 && $7 <= $8 + 1e-12 && $7 <= $9 + 1e-12 && $9 <= $10 + 1e-12 && $10 <= 1) { exit 1 }' t/edges.tsv &&
    good || bad "order of the columns: $(cat t/edges.tsv)"
grep -qi nan t/edges.tsv && bad 'a number that is none' || good
run 0 test m --participants p.tsv --id id --model 'group + age' --contrast group=A-B --seed 3 --out t1 --threads 1 -q
silent err
same t/edges.tsv t1/edges.tsv
run 0 test m -p p.tsv --id id -m 'group + age' --seed 4 --out t2 -q
cmp -s t/edges.tsv t2/edges.tsv && bad 'another seed gives the same p' || good
is "$(cut -f 1-6 t/edges.tsv)" "$(cut -f 1-6 t2/edges.tsv)" # the default contrast is the first term
run 0 test m -p p.tsv --id id -m 'group'
has m/test/edges.tsv
run 1 test m -p p.tsv --id id -m 'group'
says '--force'
run 0 test m -p p.tsv --id id -m 'group' --force -q
if have_python; then
    is 20 "$(json t/test.json classes)"
    is '"fisherz"' "$(json t/test.json measure)"
    is 10000 "$(json t/test.json permutations)"
    is false "$(json t/test.json exhaustive)"
    is 6 "$(json t/test.json groups 0 classes)"
    is '["group=A-B", "age"]' "$(json t/test.json columns)"
fi

# the null distribution that p_fwe was read from: all permutations are in it, and it agrees with the edges
if have_python; then
    cat >null.py <<'END'
import json, sys
for folder, sign in ("t", None), ("n1", 1), ("n2", -1), ("n3", "F"), ("n4", None):
    j = json.load(open(folder + "/test.json"))
    rows = [line.split("\t") for line in open(folder + "/edges.tsv")][1:]
    null, found = j["null"], [(float(r[14]), float(r[7])) for r in rows]
    t = [abs(s) if sign is None else s if sign == "F" else sign * s for s, p in found]
    good = (len(null["edges"]) == len(null["counts"]) + 1 and null["edges"] == sorted(null["edges"])
            and sum(null["counts"]) == j["permutations"] + j["exhaustive"]
            and abs(max(t) - null["observed_max"]) < 1e-12 * max(t)
            and null["statistic"] == {None: "max|z|", 1: "max t", -1: "max -t", "F": "max F"}[sign]
            and set(null) == {"statistic", "edges", "counts", "critical", "observed_max"})
    if null["critical"] is None:
        good = good and folder == "n4" and all(p > .05 for s, p in found)
    else: # in bins as in p_fwe: a twentieth lies above
        above = sum(c for c, e in zip(null["counts"], null["edges"][1:]) if e > null["critical"])
        good = (good and all((x > null["critical"]) == (p <= .05) for x, (s, p) in zip(t, found))
                and abs(above / sum(null["counts"]) - .05) < .03)
    if not good: sys.exit(folder + " " + json.dumps(null))
END
    run 0 test m -p p.tsv --id id -m age --tail greater --out n1 -q
    run 0 test m -p p.tsv --id id -m age --tail less --out n2 -q
    awk 'NR == 1 { print $0 "\tthird"; next } { print $0 "\t" "xyz" NR % 3 }' p.tsv >third.tsv
    run 0 test m -p third.tsv --id id -m third --out n3 -q
    run 0 test m -p p.tsv --id id -m group --perm 18 --out n4 -q
    check 'the histogram of the null distribution' python3 null.py
fi

# ---- other questions ----
run 0 test m -p p.tsv --id id -m 'age + C(site)' --measure partial --tail greater --out t3 -q
run 0 test m -p p.tsv --id id -m 'group' --measure covariance --perm 99 --out t4
is 11 "$(wc -l <t4/edges.tsv | tr -d ' ')"
says 'too few for Bonferroni'
run 0 test m -p p.tsv --id id -m 'group*age + C(site)' --contrast group:age --out i1
says 'effect  *slope of age, in A less in B, t with 1 and 15'
run 0 test m -p p.tsv --id id -m 'group + age + C(site) + age:group' --contrast age:group --out i2 -q
same i1/edges.tsv i2/edges.tsv
if have_python; then
    is '"slope of age, in A less in B"' "$(json i1/test.json effect)"
    is '["group=A-B:age", "group=B", "age", "site=2"]' "$(json i1/test.json columns)"
fi
sed 's/	/;/g; s/\([0-9]\)\.\([0-9]\)/\1,\2/' p.tsv >p.csv # as a German spreadsheet has it
run 0 test m -p p.csv --id id -m 'group + age' --seed 3 --out t5 -q
same t/edges.tsv t5/edges.tsv
sed '4s/class-003/class-003_rest.1D/' p.tsv >loose.tsv
run 3 test m -p loose.tsv --id id -m group --out x
sed '4s/class-003/class-003.1D/' p.tsv >loose.tsv
run 0 test m -p loose.tsv --id id -m 'group + age' --contrast group=A-B --seed 3 --out t6
same t/edges.tsv t6/edges.tsv
awk 'BEGIN { print "id\tg"; for (i = 1; i <= 6; i++) printf "class-%03d\t%s\n", i, i % 2 ? "A" : "B" }' >six.tsv
run 0 test m -p six.tsv --id id -m g --missing drop --out t7
says 'only 20 different permutations exist'
says '14 of 20 classes do not take part'
awk -F '\t' 'NR > 1 && $7 < 0.05 - 1e-9 { exit 1 }' t7/edges.tsv && good || bad 'p below 1/20'
# repeated measures: pairs of classes are one subject
awk 'BEGIN { print "id\twhen\twho\tsex"
    for (i = 1; i <= 20; i++) printf "class-%03d\t%s\ts%d\t%s\n", i, i % 2 ? "before" : "after", (i + 1) / 2, int((i + 1) / 2) % 3 ? "m" : "f" }' >pairs.tsv
run 0 test m -p pairs.tsv --id id -m 'when + who' --blocks who --contrast when=after-before --out t8
says 'permutations 1023 besides the observed one: all there are'
run 0 test m -p pairs.tsv --id id -m 'sex' --blocks who --exchange whole --out t9
says 'permutations 119 besides'

# ---- variances, means, contrasts of several ----
run 0 test m -p p.tsv --id id -m group --out v1
says '^  variances    own ones by group: B | A (Welch)$'
run 0 test m -p p.tsv --id id -m group --variance equal --out v2
cut -f 3 v1/edges.tsv >a
cut -f 3 v2/edges.tsv >b
same a b # the effects are the same
cut -f 4-5 v1/edges.tsv >a
cut -f 4-5 v2/edges.tsv >b
cmp -s a b && bad 'variances of their own change no interval' || good
awk -F '\t' 'NR > 1 && ($14 != 18 || ($15 - $6) ^ 2 > 1e-20) { exit 1 }' v2/edges.tsv && good || bad 'df and scaled of one variance'
# degrees of freedom between those of the smaller group and of all; z is not t; bent by the skewness, the interval is not
# as far on both sides
awk -F '\t' 'NR > 1 && ($14 < 5 || $14 > 18 || ($15 - $6) ^ 2 < 1e-12 || ($4 + $5 - 2 * $3) ^ 2 < 1e-12) { exit 1 }' \
    v1/edges.tsv && good || bad 'df, scaled and interval of two variances'
awk -F '\t' 'NR > 1 && ($4 + $5 - 2 * $3) ^ 2 > 1e-20 { exit 1 }' v2/edges.tsv && good || bad 'interval of one variance'
run 0 test m -p p.tsv --id id -m 'group + C(site)' --variance group:site --out v3
says 'own ones by group:site'
run 0 test m -p p.tsv --id id -m 1 --perm 500 --out v4
says 'effect       mean, t with 1 and 19'
says 'permutations 500 changes of sign'
run 0 test m -p p.tsv --id id -m 'group + age + C(site)' --contrast 'age + site' --out v5
says 'explained by age, site together, F with 2 and 16'
run 0 test m -p p.tsv --id id -m 'C(site)' --contrast 'site=2-1' --out v6 -q
run 2 test m -p p.tsv --id id -m group --contrast 'group=2*A-B' --out x
says 'do not sum to zero'
run 2 test m -p p.tsv --id id -m group --variance nowhere --out x
says "no column 'nowhere'"
awk 'BEGIN { print "id\tsex\twho"; for (i = 1; i <= 20; i++) printf "class-%03d\t%s\ts%d\n", i, (i > 9) ? "m" : "f", i < 19 ? int((i - 1) / 3) : 6 + i }' >odd.tsv
run 0 test m -p odd.tsv --id id -m sex --blocks who --exchange whole --out v7
says 'errors       cluster-robust, by who'
says 'permutations 19 besides' # 6 over 3; the two of one scan are both m
awk 'BEGIN { print "id\tgroup\tmean_fd"; for (i = 1; i <= 20; i++) printf "class-%03d\t%s\t%g\n", i, i % 2 ? "A" : "B", i % 2 ? 0.3 : 0.1 }' >moved.tsv
run 0 test m -p moved.tsv --id id -m group --out v8
says "groups differ in motion, 'mean_fd' (means: A 0.3, B 0.1): it changes the correlations themselves"
if have_python; then
    is '["A", "B"]' "$(json v8/test.json variance_groups)"
    is 80.0 "$(json v8/test.json groups 0 rows)"
    is '"mean_fd"' "$(json v8/test.json motion)"
    is true "$(json v7/test.json cluster_robust)"
    is true "$(json v4/test.json sign_flips)"
fi

# people who were not in the fit: transformed, then tested
run 0 transform m sim --out seen -q
run 0 test seen -p p.tsv --id id -m 'group + age' --contrast group=A-B --seed 3 --out t11 -q
cut -f 1-2,7- t/edges.tsv >a
cut -f 1-2,7- t11/edges.tsv >b
awk -F '\t' 'NR == FNR { for (i = 3; i <= 6; i++) p[FNR, i] = $i; next }
    FNR > 1 { for (i = 3; i <= 6; i++) if (($i - p[FNR, i]) ^ 2 > 1e-4) exit 1 }' a b && good || bad 'the same people, transformed'

# ---- asked wrongly: 2; bad data: 3 ----
run 2 test m -p p.tsv --id id
says '--model'
run 2 test m --id id -m group
run 0 test m -p p.tsv -m group --perm 9 --out found # the column that has the classes is found
run 2 test
run 2 test m -p p.tsv --id id -m 'group + agge' --out x
says "no column 'agge'; there are id, group, age, site"
run 2 test m -p p.tsv --id id -m group --contrast group=A-C --out x
says 'A (6), B (14)'
run 2 test m -p p.tsv --id id -m group --contrast age --out x
run 2 test m -p p.tsv --id id -m 'group + group:age' --out x
says "'group:age' appears without age.*join the columns by \*"
run 2 test m -p p.tsv --id id -m 'group + age - 1' --out x
says 'the intercept stays'
run 2 test m -p p.tsv --id id -m group --perm 0 --out x
run 2 test m -p p.tsv --id id -m group --measure z --out x
run 3 test m -p p.tsv --id site -m group --out x
says 'Classes without a row: class-001'
says 'Rows without a class: 1'
sed 's/	A	/	B	/' p.tsv >one.tsv
run 3 test m -p one.tsv --id id -m group --out x
says "one group: 'group' is 'B' in all 20"
sed '4!s/	A	/	B	/' p.tsv >single.tsv
run 3 test m -p single.tsv --id id -m group --out x
says "group 'A' of 'group' has one member"
awk -F '\t' 'BEGIN { OFS = "\t" } { print $0, NR == 1 ? "months" : $3 * 12 }' p.tsv >twice.tsv
run 3 test m -p twice.tsv --id id -m 'group + age + months' --out x
says "collinear design: column 'months' follows from 'age'"
sed '5s/	[0-9.]*	/	NA	/' p.tsv >gap.tsv
run 3 test m -p gap.tsv --id id -m 'group + age' --out x
says "1 of 20 classes have a missing cell.*'class-004', column 'age' of gap.tsv.*--missing drop"
run 0 test m -p gap.tsv --id id -m 'group + age' --missing drop --out t10 -q
sed '5s/	[0-9.]*	/	-9999	/' p.tsv >gap.tsv
run 3 test m -p gap.tsv --id id -m 'group + age' --na -9999 --out x
head -5 p.tsv >four.tsv
run 3 test m -p four.tsv --id id -m 'age + C(site) + group' --contrast age --missing drop --out x
says '4 classes cannot carry a model of 3 columns and an intercept'
: >empty.tsv
run 3 test m -p empty.tsv --id id -m group --out x
says 'empty.tsv: the file is empty'
run 1 test sim -p p.tsv --id id -m group --out x
absent x
nothing_left

# ---- names that only look the same: accents of their letter, or after it ----
run 0 simulate --classes 4 --samples 40 --variables 6 --modules 2 --seed 3 --out looks -q
mv looks/class-001.csv "looks/$(printf 'caf\303\251').csv"
run 0 fit looks/*.csv --k 2 --out looks-m -q
printf 'id\tg\ncafe\314\201\ta\nclass-002\ta\nclass-003\tb\nclass-004\tb\n' >looks.tsv
run 3 test looks-m -p looks.tsv --id id --model g --out x
says "Name them alike ('$(printf 'caf\303\251')' and '$(printf 'cafe\314\201')' differ in capitals, blanks or how accents are coded alone)"
sed "1s/V1/$(printf 'e\314\201')/" looks/class-002.csv >looks/b.csv
sed "1s/V1/$(printf '\303\251')/" looks/class-002.csv >looks/a.csv
run 3 fit looks/a.csv looks/b.csv --k 2 --out x
says 'some differ in capitals, blanks or how accents are coded alone'
sed '1s/V1/other/' looks/class-002.csv >looks/b.csv
run 3 fit looks/a.csv looks/b.csv --k 2 --out x
is 0 "$(grep -c 'how accents are coded' err)"

# ---- numbers that may be labels, labels that differ in case alone ----
awk -F'\t' -v OFS='\t' 'NR == 1 { print $0, "dx", "visit", "site"; next }
    { print $0, ($2 == "patient" ? 1 + int(NR / 3) % 2 : 0), NR % 9, (NR % 3 ? "north" : "North") }' "$ROOT/examples/data/study/participants.tsv" >odd.tsv
run 0 fit "$ROOT/examples/data/study/people" --k 3 --out odd -q
run 0 test odd -p odd.tsv --id id --model dx --perm 20
says "warning  *'dx' has 3 different numbers alone, 0, 1 and 2, and is taken for a slope: if they are labels write C(dx)"
run 0 test odd -p odd.tsv --id id --model 'site + visit' --perm 20 --force
says "warning  *'North' and 'north' of column 'site' are groups of their own: one in two ways of writing?\|'north' and 'North'"
is 0 "$(grep -c 'taken for a slope' err)"
set -- odd -p odd.tsv --id id --perm 20 --force
for meant in 'C(dx)' 'group + age'; do
    run 0 test "$@" --model "$meant"
    is 0 "$(grep -c 'taken for a slope\|ways of writing' err)"
done
run 0 test "$@" --model dx --contrast dx=1-2
is 0 "$(grep -c 'taken for a slope' err)"
