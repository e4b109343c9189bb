# SPDX-License-Identifier: BSD-3-Clause
"""Files of `lacon convert` read by SciPy, h5py and nibabel: the same numbers and names. For convert.sh."""
import json
import sys

import h5py
import nibabel as nib
import numpy as np
import scipy.io

data, model = sys.argv[1], sys.argv[2]
X = np.load(data + "/f8.npy")
names = ["a", "b", "c", "d"]
good = True


def check(holds, what):
    global good
    good &= bool(holds)
    if not holds:
        print("differs: " + what)


m = scipy.io.loadmat("mat/names.mat")
check(np.array_equal(m["ts"], X), "mat")
check([str(v[0]) for v in m["variables"][0]] == names, "names of mat")
with h5py.File("hdf5/names.h5") as h:
    check(np.array_equal(h["ts"][:], X), "hdf5")
    check([v.decode() for v in h["variables"][:]] == names, "names of hdf5")
z = np.load("npz/names.npz", allow_pickle=False)
check(np.array_equal(z["ts"], X) and list(z["variables"]) == names, "npz")
check(np.array_equal(np.load("npy/names.npy"), X), "npy")
p = nib.load("ptseries/names.ptseries.nii")
check(np.array_equal(p.get_fdata(), X) and list(p.header.get_axis(1).name) == names, "ptseries")
check(isinstance(p.header.get_axis(0), nib.cifti2.SeriesAxis), "series axis")
check(np.array_equal(np.loadtxt("1D/names.1D"), X), "1D")
check(np.allclose(np.loadtxt("covariance/covariance/names.tsv", skiprows=1), np.cov(X.T, bias=True), rtol=1e-12),
      "covariance")
atlas = nib.load(data + "/atlas.nii.gz")
labels = np.asarray(atlas.dataobj)
volumes = nib.load("nii/bold.nii")
check(np.allclose(volumes.affine, atlas.affine), "affine")
means = np.load(data + "/means.npy")
for j, label in enumerate((2001, 2002, 9170)):
    check(np.allclose(volumes.get_fdata()[labels == label], means[:, j], rtol=1e-12), "region %d" % label)
check((volumes.get_fdata()[labels == 0] == 0).all(), "outside")
image = nib.load("image/modules_dseg.nii.gz")
modules = np.asarray(image.dataobj)
with open(model + "/modules.tsv") as table:
    rows = [line.rstrip("\n").split("\t") for line in table][1:]
for variable, module, *_ in rows:
    check((modules[labels == int(variable)] == int(module)).all(), "module of " + variable)
check((modules[labels == 0] == 0).all() and np.allclose(image.affine, atlas.affine), "outside of modules")
with open("jcon/network.jcon") as text:
    network = json.load(text)
check(len(network["nodes"]) == 2 and len(network["edges"]) == 1 and network["edges"][0]["first"] == 0, "jcon")
with open("bids/dataset_description.json") as text:
    check(json.load(text)["DatasetType"] == "derivative", "description")
sys.exit(not good)
