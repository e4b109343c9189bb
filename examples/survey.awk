# SPDX-License-Identifier: BSD-3-Clause
# awk -f survey.awk > survey.csv: a made-up questionnaire as it comes from a survey program. 900 people of three
# countries, 20 answers from 1 to 5 in four scales; the third item of each of two scales is put the other way round,
# one answer in fifty is missing. In Chile, worry and sleep go together more closely than elsewhere.
function uniform() { seed = 16807 * seed % 2147483647; return seed / 2147483647 } # Lehmer's generator
function normal(  i, sum) { for (i = 0; i < 12; i++) sum += uniform(); return sum - 6 }
function answer(x) { x = int(3.5 + 1.1 * x); return x < 1 ? 1 : x > 5 ? 5 : x }
BEGIN {
    seed = 2026
    split("worry sleep trust order", scale)
    split("Chile Kenya Norway", country)
    printf "id,country,age"
    for (s = 1; s <= 4; s++) for (i = 1; i <= 5; i++) printf ",%s%d", scale[s], i
    print ""
    for (person = 1; person <= 900; person++) {
        c = int((person - 1) / 300) + 1
        printf "%d,%s,%d", person, country[c], 18 + 60 * uniform()
        mood = normal()
        z[1] = .6 * mood + .8 * normal()
        z[2] = c == 1 ? .8 * z[1] + .6 * normal() : .3 * z[1] + .95 * normal()
        z[3] = -.3 * mood + .95 * normal()
        z[4] = normal()
        for (s = 1; s <= 4; s++) for (i = 1; i <= 5; i++) {
            x = .8 * z[s] + .6 * normal()
            if (i == 3 && s <= 2) x = -x
            printf ",%s", uniform() < .02 ? "" : answer(x)
        }
        print ""
    }
}
