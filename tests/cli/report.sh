# SPDX-License-Identifier: BSD-3-Clause
# lacon report without a browser: what is in the page, that labels of strangers cannot get out of their place,
# that names can be left out, every way to misuse it. With a browser: `./run test-report`.

bundle=$ROOT/report/dist
mkdir people
for i in 1 2 3 4 5 6 7 8; do table people/subject-0$i.csv 40 6 $i; done
run 0 select people --k 1:3 --cv rows:3 --out m -q
printf 'who\tgroup\tage\tnickname\n' >who.tsv
for i in 1 2 3 4 5 6 7 8; do printf 'subject-0%s\t%s\t%s\tnick%s\n' $i "$([ $((i % 2)) = 0 ] && echo a || echo b)" $((20 + i * i)) $i; done >>who.tsv
run 0 test m --participants who.tsv --id who --model 'group + age' --perm 50 -q
run 0 stability m people --boot 5 -q
run 0 causal m people --boot 5 --out m/causal -q
printf 'region,name,mni_x,mni_y,mni_z\nv1,one,1,2,3\nv2,two,-1,2,3\nv3,three,0,2,9\n' >atlas.csv

run 0 report m people --participants who.tsv --id who --coordinates atlas.csv
says 'report  *m/report.html'
silent out
page=m/report.html

# The page: one document with the policy before everything that could load, digests of what it holds.
is '<!DOCTYPE html>' "$(head -1 $page)"
is '</html>' "$(tail -1 $page)"
is 1 "$(grep -c "default-src 'none'; script-src 'sha256-[A-Za-z0-9+/=]*'; style-src 'sha256-[A-Za-z0-9+/=]*'; img-src data: blob:" $page)"
is 0 "$(grep -cE 'unsafe-(inline|eval)|<(link|img|iframe|object|base)[ >]|(src|href)="?https?:' $page)"

# The bytes of report/dist are in it, between the tags.
cut_out() { # cut_out AFTER BEFORE: the bytes between the first AFTER and the next BEFORE
    LC_ALL=C awk -v from="$1" -v to="$2" 'BEGIN { RS = "\001" } {
        at = index($0, from); rest = substr($0, at + length(from)); printf "%s", substr(rest, 1, index(rest, to) - 1)
    }' $page
}
cut_out '<style>' '</style>' >style
same style $bundle/report.css
LC_ALL=C awk 'BEGIN { RS = "\001" } { at = index($0, "</script>\n<script>"); rest = substr($0, at + 18)
    printf "%s", substr(rest, 1, length(rest) - length("</script>\n</body>\n</html>\n")) }' $page >script
same script $bundle/report.js
if command -v openssl >/dev/null; then # the digests are those somebody else computes
    for part in script style; do
        is 1 "$(grep -c "$part-src 'sha256-$(openssl dgst -sha256 -binary $part | openssl base64)'" $page)"
    done
fi

# Everything that stood beside the model is in the document.
cut_out 'id="document">' '</script>' >document.json
for part in model about selection folds stability stays coassignment test edges directed people places covariance; do
    check "no $part in the document" grep -q "\"$part\":" document.json
done
if have_python; then
    is 6 "$(json document.json model p)"
    is '"subject-01"' "$(json document.json model classes 0)"
    is 1.0 "$(json document.json places x 0)"
    is null "$(json document.json places x 5)"
    is '"b"' "$(json document.json people group 0)"
    is 21.0 "$(json document.json people age 0)"
    is 8 "$(json document.json causal classes)" # in sum: their number, not their names
    is 8 "$(json document.json directed tables)"
    # one module is before the other or after it
    is 1.0 "$(python3 -c 'import json
b = json.load(open("document.json"))["causal"]["before"]
print(round(b[1] + b[2], 4))')"
    # the way of a start ends where the start did; the best is above nothing
    is 'True True' "$(python3 -c 'import json
s = json.load(open("document.json"))["about"]["starts"]
print(min(x["above"] for x in s) == 0, all(x["trace"]["above"][-1] == x["above"] for x in s))')"
    # mean over classes of the covariance of scaled rows: 1 on the diagonal
    is 1.0 "$(json document.json covariance largest)"
fi

# The same bytes again; nothing is replaced without being told.
run 1 report m
says 'exists already'
cp $page before.html
run 0 report m people --participants who.tsv --id who --coordinates atlas.csv --force -q
silent err
rm $page
run 0 report m people --participants who.tsv --id who --coordinates atlas.csv
same $page before.html

# What it was made with: its own command, and the digests of the tables that were read.
cut_out 'id="document">' '</script>' >document.json
check 'its own command' grep -q '"command":"[^"]* report m people --participants who.tsv' document.json
if command -v sha256sum >/dev/null; then
    for table in who.tsv atlas.csv; do check "digest of $table" grep -q "\"sha256\":\"$(sha256sum <$table | cut -d ' ' -f 1)\"" document.json; done
fi

# Names: of variables and their groups without coordinates, of modules; what cannot be used is said.
printf 'item\tlabel\tnetwork\n' >items.tsv
for i in 1 2 3 4 5 6; do printf 'v%s\tthe item of number %s\t%s\n' $i $i "$([ $i -lt 4 ] && echo front || echo back)"; done >>items.tsv
run 0 report m --labels items.tsv --out named.html
page=named.html
cut_out 'id="document">' '</script>' >document.json
page=m/report.html
check 'labels' grep -q '"labels":{"name":\["the item of number 1",.*"group":\["front",' document.json
is 0 "$(grep -c '"places":' document.json)"
printf 'module,name\n1,Memory\n' >scales.csv
run 0 report m --module-names scales.csv --out named.html --force
check 'names of modules' grep -q '"module_names":\["Memory"' named.html
printf 'module,name\n1,Memory\n99,Nothing\n' >scales.csv
run 3 report m --module-names scales.csv --out x.html
says "scales.csv:3: module '99': the model has modules 1 to "
printf 'item,colour\nv1,red\n' >items.csv
run 3 report m --labels items.csv --out x.html
says 'items.csv: has neither a column of names'
run 3 report m --labels who.tsv --out x.html
says "no column has the model's variables"
run 2 report m --module-names who.tsv --out x.html
says 'module'
absent x.html

# Pooled connectivity and effects of earlier rows are in the document.
run 0 fit people --k 2 --pool --out pooled -q
run 0 causal pooled people --lags 1 --boot 3 --out pooled/causal -q
run 0 report pooled --out pooled.html
page=pooled.html
cut_out 'id="document">' '</script>' >document.json
page=m/report.html
check 'pooled' grep -q '"pooled":{"rows":[0-9.e+]*,"correlations":"[^"]*","low":"[^"]*","high":"' document.json
check 'lagged' grep -q '"lagged":{"lags":1,"classes":8,"tested":true,' document.json
if have_python; then
    is True "$(python3 -c 'import csv, json
d = json.load(open("document.json"))["lagged"]; rows = list(csv.DictReader(open("pooled/causal/lagged.tsv"), delimiter="\t")); k = 2
want = {}
for r in rows: want.setdefault((r["to"], r["from"]), []).append(float(r["weight"]))
print(all(abs(d["weight"][(int(t) - 1) * k + int(f) - 1] - sum(w) / len(w)) < 1e-5 for (t, f), w in want.items()))')"
    # what was done to the rows is in model.json
    is '"z" "refuse" null 320.0' "$(for key in scale missing detrend rows_total; do json pooled/model.json $key; done | tr '\n' ' ' | sed 's/ $//')"
    # of the starts the best agrees with itself, whatever membership left of it
    is 1.0 "$(python3 -c 'import json
s = json.load(open("m/model.json"))["starts"]
print(min(s, key=lambda x: x["objective"])["agreement"])')"
fi

# --3d: another script, allowed by its digest; only with coordinates.
run 0 report m people --coordinates atlas.csv --3d --out space.html -q
is 3 "$(grep -o '</script>' space.html | wc -l | tr -d ' ')"
is 1 "$(grep -c "script-src 'sha256-[A-Za-z0-9+/=]*' 'sha256-[A-Za-z0-9+/=]*';" space.html)"
check 'under 6 MB' test "$(wc -c <space.html)" -lt 6000000
run 2 report m --3d --out x.html
says '--3d needs to know where the variables are'

# What is missing is shown where it is, and does not spoil the covariance.
mkdir holes
for i in 1 2 3 4; do sed "$((i + 2))s/^[^,]*/NA/" people/subject-0$i.csv >holes/subject-0$i.csv; done
run 0 fit holes --k 2 --missing marginal --out holed -q
run 0 report holed holes --missing marginal -q
page=holed/report.html
cut_out 'id="document">' '</script>' >document.json
check 'losses' grep -q '"losses":{' document.json
check 'a map of holes' grep -q '"holes":"' document.json
is 0 "$(grep -ciE '[:,[](nan|-?inf)' document.json)"
page=m/report.html

# A model alone is enough; --out and --title.
run 0 fit people --k 2 --out plain -q
run 0 report plain --out elsewhere.html --title 'My <study>'
absent plain/report.html
check 'title inert' grep -q 'My \\u003cstudy\\u003e' elsewhere.html
is 0 "$(grep -c '"selection":' elsewhere.html)"

# A folder of causal --observed has no model: the directed graph of its variables, by name.
sed '1s/.*/one,2,three,four,five,six/' people/subject-01.csv >o1.csv # '2' is a name here, no module
sed '1s/.*/one,2,three,four,five,six/' people/subject-02.csv >o2.csv
run 0 causal --observed o1.csv o2.csv --boot 5 --no-prune --out seen-alone -q
run 0 report seen-alone
says 'report  *seen-alone/report.html'
page=seen-alone/report.html
cut_out 'id="document">' '</script>' >document.json
page=m/report.html
for part in causal directed disturbances; do check "no $part" grep -q "\"$part\":" document.json; done
for part in about correlations module evidence noise; do
    is 0 "$(grep -c "\"$part\":" document.json)" # nothing that only a fit knows
done
if have_python; then
    is '["one", "2", "three", "four", "five", "six"]' "$(json document.json model variables)"
    is 80 "$(json document.json causal rows)"
    is 2 "$(json document.json directed tables)"
    # sums over the classes of what the tables say, arrow by arrow
    is True "$(python3 -c 'import csv, json
d = json.load(open("document.json")); names = d["model"]["variables"]; want = {}
for c in ("o1", "o2"):
    for row in csv.DictReader(open(f"seen-alone/causal/{c}.tsv"), delimiter="\t"):
        want.setdefault((row["from"], row["to"]), []).append(float(row["weight"]))
got = {(names[a["from"] - 1], names[a["to"] - 1]): a for a in d["directed"]["arrows"]}
print(len(want) >= 15 and got.keys() == want.keys() and
      all(abs(got[e]["weight"] - sum(w) / 2) < 1e-5 + 1e-5 * abs(sum(w)) and got[e]["classes"] == len(w) for e, w in want.items()))')"
    is 36 "$(python3 -c 'import json; print(len(json.load(open("document.json"))["causal"]["before"]))')"
fi
run 2 report seen-alone o1.csv --out x.html
says 'was made without modules .*leave INPUT out'
run 0 report seen-alone --anonymise --out x.html -q
is 0 "$(grep -cE '"o[12]"|o[12]\.csv' x.html)"
rm x.html
cp -R seen-alone broken
echo spoilt >broken/causal.npz
run 3 report broken --out x.html
says 'causal.npz'
rm -r broken

# No class identifier is left: names, files, command lines, digests, other columns of the table.
run 0 report m people --participants who.tsv --id who --anonymise --out blind.html
is 0 "$(grep -cE 'subject-0|nick[0-9]|who\.tsv|sha256"|"digest"|nickname|"title":"m"' blind.html)"
check 'numbered' grep -q '"class 1"' blind.html
check 'tested columns stay' grep -q '"age":' blind.html
run 0 report m --participants who.tsv --id who --out seen.html
check 'the same search finds them' grep -qE 'subject-0.*nick[0-9]' seen.html
# In sentences too, and no name is left as a piece of a longer one.
cp -R m told
sed 's/"warnings": \[[^]]*\]/"warnings": ["look at subject-01, and (subject-02)"]/' m/model.json >told/model.json
rm told/SHA256SUMS
run 0 report told --anonymise --out told.html
check 'sentence' grep -q 'look at class 1, and (class 2)' told.html
is 0 "$(grep -c 'subject-0' told.html)"

# Labels of strangers: markup, quotes, formulas, 10 kB, other directions, bytes that are not UTF-8.
mkdir hostile
long=$(awk 'BEGIN { for (i = 0; i < 10240; i++) printf "x" }')
for i in 1 2 3; do
    {
        printf 'plain</script><script>alert(1)</script>,"a""b",=cmd|calc,\342\200\250\342\200\256evil,%s,\377\376bad\n' "$long"
        table /dev/stdout 40 6 $i | tail -n +2
    } >"hostile/<img src=x onerror=alert($i)>.csv"
done
run 0 fit hostile --k 2 --out h -q
run 0 report h hostile
page=h/report.html
cut_out 'id="document">' '</script>' >document.json
is 0 "$(grep -c '[<>&]' document.json)"
is 0 "$(LC_ALL=C grep -c '[^ -~]' document.json)"
check 'line separator escaped' grep -qi '\\u2028' document.json
check 'markup escaped' grep -q 'u003c/script' document.json
check '10 kB are cut' test "$(wc -c <document.json)" -lt 20000
if have_python; then check 'valid JSON' python3 -m json.tool document.json; fi
is 2 "$(grep -o '</script>' $page | wc -l | tr -d ' ')"

# Misuse: every exit code.
run 2 report
run 2 report m --id name
says '--id is a column of --participants TABLE, which is missing'
run 2 report m --participants who.tsv --id nobody --out x.html
says 'nobody'
run 3 report m --participants who.tsv --id age --out x.html
says 'none of the model'
run 3 report m --coordinates who.tsv --out x.html
says 'no column has the model'
printf 'region,x,y\nv1,1,2\n' >flat.csv
run 3 report m --coordinates flat.csv --out x.html
says 'no column of coordinates z'
run 1 report nowhere --out x.html
run 1 report m --out no/such/folder/x.html
says 'no/such/folder'
run 3 report m people/subject-01.csv --columns 1:3 --out x.html
for file in test/edges.tsv stability/coassignment.npy model.json selection.tsv causal/causal.json causal/disturbances.tsv causal/causal/subject-01.tsv; do
    rm -rf broken
    cp -R m broken
    find broken -name SHA256SUMS -exec rm {} + # the readers themselves see it
    printf 'spoilt' >broken/$file
    run 3 report broken --out x.html
    says "$file"
done
absent x.html

# Complete or as it was: a page that cannot be made leaves the old one.
echo old >kept.html
printf 'module_a\n1\n' >m/test/edges.tsv
rm m/test/SHA256SUMS
run 3 report m --force --out kept.html
says 'edges.tsv: has no column module_b'
is old "$(cat kept.html)"
nothing_left
# Nor is a link that leads nowhere yet, or a file that is read.
ln -s nowhere.html link.html
run 1 report m --out link.html
check 'the link is there' [ -L link.html ]
cp people/subject-01.csv before.csv
run 1 report m people/*.csv --out people/subject-01.csv --force
says 'which is read, and is not replaced'
same people/subject-01.csv before.csv
