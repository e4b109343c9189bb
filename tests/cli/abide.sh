# SPDX-License-Identifier: BSD-3-Clause
# ABIDE as it is published: a folder of C-PAC's .1D files and the phenotype table of all sites, in one command.
# The files may not be bundled: ../shared/data has them, or not.
abide=$ROOT/../shared/data/abide_um_aal
[ -d "$abide/subjects" ] || skip 'the files of ABIDE are not on this machine'
people=$abide/Phenotypic_V1_0b_preprocessed1.csv
run 0 fit "$abide/subjects" --participants "$people" --id SUB_ID --k 5 --out um
says 'participants: 99 of 99 classes have a line'
says '99 classes, 29304 rows, 116 variables'
# the diagnosis of everybody is that of the list made by hand
sed 1d "$abide/subjects.csv" | awk -F, '{ sub(/\.1D$/, "", $1); print $1, $6 }' | sort >want
head -1 um/participants.tsv | tr '\t' '\n' | awk '$0 == "DX_GROUP" { print NR }' >column
sed 1d um/participants.tsv | cut -f1,"$(cat column)" | tr '\t' ' ' | sort >got
same want got
run 0 test um --na -9999 --model 'C(DX_GROUP) + AGE_AT_SCAN + C(SEX) + func_mean_fd' --contrast DX_GROUP=1-2 --perm 200
says '99 classes (54 1, 45 2), 10 edges'
# by the name of the file too, which the table lacks for one of them
run 0 check "$abide/subjects" --participants "$people" --id FILE_ID
shows '1 of 99 classes have no line in .*(column FILE_ID): UM_1_0050323_rois_aal'
