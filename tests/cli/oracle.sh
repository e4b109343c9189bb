# SPDX-License-Identifier: BSD-3-Clause
# What the command computes, against NumPy on the files it read and wrote. Dense and by the book.
/usr/bin/python3 -c 'import numpy' 2>/dev/null || python3 -c 'import numpy' 2>/dev/null ||
    skip 'NumPy is not here'
python=python3
/usr/bin/python3 -c 'import numpy' 2>/dev/null && python=/usr/bin/python3
run 0 simulate --classes 3 --samples 90 --variables 14 --modules 3 --noise 0.7 --seed 8 --test 35 --out sim -q
for noise in isotropic variable; do
    run 0 fit sim --k 3 --seed 1 --noise "$noise" --out "m-$noise" -q
    run 0 transform "m-$noise" sim/test --out "t-$noise" -q
    run 0 evaluate "m-$noise" sim/test --json
    cp out "e-$noise.json"
done
run 0 fit sim --k 3 --seed 2 --membership all --scale center --out c -q
run 0 score sim/truth c --json
cp out score.json
check 'numbers disagree with NumPy' "$python" "$HERE/oracle.py"
cat out
