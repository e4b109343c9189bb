# SPDX-License-Identifier: BSD-3-Clause
# convert: every format from every other, models for other programs, what is refused.
data=$ROOT/tests/data
for to in csv tsv 1D npy npz mat hdf5 ptseries covariance bids; do
    run 0 convert "$data/names.mat" --to $to --out $to
    says "1 class: $to"
done
run 0 convert "$data/bold.nii.gz" --atlas "$data/atlas.nii.gz" --to nii --out nii

# from each back to csv: the same bytes as from the first
for from in csv/names.csv tsv/names.tsv 1D/names.1D npz/names.npz mat/names.mat hdf5/names.h5 \
    ptseries/names.ptseries.nii; do
    run 0 convert "$from" --to csv --out back --force
    same back/names.csv csv/names.csv
done
run 0 convert --bids bids --atlas lacon --task rest --to csv --out back --force
same back/sub-names.csv csv/names.csv
run 0 convert npy/names.npy --names names --to csv --out back --force
is "$(sed 1d csv/names.csv)" "$(sed 1d back/names.csv)"
run 0 check covariance/covariance --covariance covariance/observations.tsv
# of how many observations, by a table or a number
{ cat covariance/observations.tsv; sed -n 2p covariance/observations.tsv; } >again.tsv
lines_of() { wc -l <"$1" | tr -d ' '; }
run 3 fit covariance/covariance --covariance again.tsv --k 2 --out no
says "again.tsv:$(lines_of again.tsv): class '.*' has a line before"
awk -F '\t' -v OFS='\t' 'NR == 2 { $2 = 1 } 1' covariance/observations.tsv >one.tsv
run 3 fit covariance/covariance --covariance one.tsv --k 2 --out no
says "one.tsv:2: 1 observations of class '.*': a whole number from 2 is needed"
run 2 fit covariance/covariance --covariance 1.5 --k 2 --out no
says 'covariances of 1.5 observations (--covariance): a whole number from 2 is needed'
absent no

# missing values are kept, each as its format has them
printf 'a,b\n1,2\nNA,4\n5,6\n' >m.csv
for to in csv tsv 1D npy mat hdf5; do
    run 0 convert m.csv --to $to --out miss-$to
    file=$(cd miss-$to && ls m.*)
    run 3 check "miss-$to/$file"
    shows 'missing at'
    run 0 convert "miss-$to/$file" --to csv --out back --force
    is 'NA,4' "$(sed -n 3p "back/m.csv")"
done
is 'n/a	4' "$(sed -n 3p miss-tsv/m.tsv)"

# a model of three regions
awk 'BEGIN { print "#2001\t#2002\t#9170"; x = 7
    for (i = 0; i < 60; i++) { x = (x * 16807) % 2147483647; a = x / 2147483647; y = (y * 48271 + 11) % 65537
        print a "\t" a + y / 300000 "\t" (x % 101) / 50 } }' >r.1D
run 0 fit r.1D --k 2 --membership all --seed 1 --out model
run 0 convert model --to image --regions "$data/atlas.nii.gz" --out image
run 0 convert model --to brainnet --regions "$data/atlas.nii.gz" --out brainnet
is 3 "$(wc -l <brainnet/regions.node | tr -d ' ')"
is 2 "$(wc -l <brainnet/modules.edge | tr -d ' ')"
printf 'name,x,y,z\n2001,1,2,3\n2002,4,5,6\n9170,7,8,9\n' >xyz.csv
run 0 convert model --to jcon --coordinates xyz.csv --out jcon
run 0 convert model r.1D --to latent --out latent
is 61 "$(wc -l <latent/r.tsv | tr -d ' ')"
run 0 convert model r.1D --to bids --regions "$data/atlas.nii.gz" --out mbids
for file in dataset_description.json modules_dseg.nii.gz sub-r/func/sub-r_seg-modules_stat-correlation_relmat.tsv \
    sub-r/func/sub-r_seg-modules_desc-latent_timeseries.tsv; do
    has "mbids/$file"
done
run 0 transform model r.1D --out new
far=$(paste new/latent/r.tsv latent/r.tsv | awk 'NR > 1 { d = ($1 - $3)^2 + ($2 - $4)^2; if (d > 1e-8) n++ }
    END { print n + 0 }')
is 0 "$far" # the rows it was fitted to: G and v estimated anew are those of the model

# refused, and nothing left
run 2 convert model --to csv --out x
says 'a model is no data'
run 2 convert r.1D --to image --out x
says 'must be a model folder'
run 2 convert model --to latent --out x
says 'no input'
run 2 convert model --to jcon --out x
says '--coordinates'
run 2 convert r.1D --to nii --out x
says '--atlas FILE'
run 3 convert model --to image --regions "$data/atlas_one.nii" --out x
run 3 convert model csv/names.csv --to latent --out x
run 2 convert r.1D --to xml --out x
run 2 convert r.1D --out x
run 1 convert r.1D --to csv --out csv
says 'exists'
cp r.1D a-b.1D
cp r.1D ab.1D
run 3 convert a-b.1D ab.1D --to bids --out x
says 'two classes would both be sub-ab'
absent x
nothing_left

# as other programs see them
python=/usr/bin/python3
if "$python" -c 'import scipy, h5py, nibabel' 2>/dev/null; then
    check 'other programs read something else' "$python" "$HERE/convert_check.py" "$data" model
else
    echo 'not compared with SciPy, h5py and nibabel: they are not here'
fi
