#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""The files of this folder, by NumPy: what the readers are tested against was not written by lacon.

Run here with NumPy >= 1.24; the tests only read the results."""
import gzip
import numpy as np
from numpy.lib import format as npy

X = np.round(np.random.default_rng(5).standard_normal((6, 4)) * 100, 3)  # the table everybody holds
INT = np.rint(X)
np.save("f8.npy", X)
np.save("f8_big.npy", X.astype(">f8"))
np.save("f8_fortran.npy", np.asfortranarray(X))
np.save("f4.npy", X.astype("<f4"))
np.save("f4_big.npy", X.astype(">f4"))
for t in ("i1", "i2", "i4", "i8", ">i2", ">i4", ">i8"):
    np.save("int_%s.npy" % t.replace(">", "big_"), np.clip(INT, -128, 127).astype(t))
for t in ("u1", "u2", "u4", "u8"):
    np.save("uint_%s.npy" % t, np.clip(np.abs(INT), 0, 255).astype(t))
np.save("bool.npy", X > 0)
for v in ((1, 0), (2, 0), (3, 0)):
    with open("version%d.npy" % v[0], "wb") as f:
        npy.write_array(f, X, version=v)
np.save("one_dimension.npy", X[0])
np.save("three_dimensions.npy", X.reshape(2, 3, 4))
np.save("no_dimension.npy", np.array(3.0))
np.save("empty.npy", X[:0])
np.save("complex.npy", X.astype(complex))
np.save("half.npy", X.astype("f2"))
np.save("text.npy", X.astype("U8"))
np.save("object.npy", np.array([[1, None]], dtype=object), allow_pickle=True)
np.save("record.npy", np.zeros(3, dtype=[("a", "f8"), ("b", "i4")]))
bad = X.copy()
bad[2, 1] = np.nan
bad[4, 3] = np.inf
np.save("not_finite.npy", bad)
np.savetxt("savetxt.txt", X)
np.savetxt("header.csv", X, delimiter=",", fmt="%.17g", header="a,b,c,d")  # "# a,b,c,d"
with open("table.csv.gz", "wb") as raw, gzip.GzipFile("", "wb", 9, raw, 0) as f:
    np.savetxt(f, X, delimiter=",", fmt="%.17g", header="a,b,c,d", comments="")

# text as AFNI and XCP-D lay it out, imitated: NumPy's numbers
with open("x.1D", "w") as f:
    f.write("# by 3dROIstats, imitated\n#a\t#b\t#c\t#d\n")
    np.savetxt(f, X, delimiter="\t", fmt="%.17g")
with open("x_timeseries.tsv", "w", newline="\r\n") as f:
    f.write("a\tb\tc\td\n")
    np.savetxt(f, X, delimiter="\t", fmt="%.17g")

# moments with 1/n, by NumPy in long double
Y = X.astype(np.longdouble)
mean, scale = Y.mean(0), Y.std(0)
np.save("mean.npy", np.stack([mean, scale]).astype(float))
np.save("z.npy", ((Y - mean) / scale).astype(float))

# a model as somebody else would write it: packed, other order, n as int32
rng = np.random.default_rng(3)
W = np.zeros((6, 2))
W[:3, 0], W[3:5, 1] = (0.6, 0.64, 0.48), (0.6, 0.8)
G = np.array([[[2.0, 0.5], [0.5, 1.0]], [[1.0, -0.25], [-0.25, 3.0]]])
np.savez_compressed("model.npz", classes=np.array(["A", "Grüße"]), variables=np.array(list("uvwxyz")),
                    n=np.array([10, 20], dtype="<i4"), psi=np.ones(6), v=np.array([0.5, 0.25]), G=G, W=W,
                    mean=rng.standard_normal((2, 6)), scale=1 + rng.random((2, 6)))

# ---- the table in the files of other programs: SciPy, h5py, NumPy's archives ----
import h5py
import scipy.io
import scipy.sparse

NAMES = list("abcd")
CELLS = np.array(NAMES, dtype=object)
OTHER = np.arange(6.0).reshape(3, 2)
MAT = {
    "v5": {"ts": X},
    "v7": {"ts": X, "TR": 2.0, "note": "by SciPy"},
    "names": {"ts": X, "variables": CELLS},
    "single": {"ts": X.astype("f4")},
    "int16": {"ts": INT.astype("i2")},
    "struct": {"roi": {"ts": X, "deep": {"x": X}}, "TR": 2.0},
    "several": {"ts": X, "conf": OTHER},
    "no_table": {"a": X[0], "note": "text", "c": CELLS},
    "complex": {"ts": X.astype(complex)},
    "sparse": {"ts": scipy.sparse.csc_matrix(X)},
    "transposed": {"ts": X.T},
}
DATE = b"MATLAB 5.0 MAT-file Platform: posix, by SciPy".ljust(116)
for name, content in MAT.items():
    scipy.io.savemat(name + ".mat", content, do_compression=name == "v7")
    with open(name + ".mat", "r+b") as f:
        f.write(DATE)  # no date in it: the same bytes every time


# version 4, in both byte orders; characters as names; sparse (packed too)
SPARSE = scipy.sparse.csc_matrix(np.where(np.abs(X) > 60, X, 0))
CHARACTERS = np.array(["a   ", "b", "cc", "d"])
scipy.io.savemat("v4.mat", {"ts": X, "names": CHARACTERS, "TR": 2.0}, format="4")
scipy.io.savemat("v4_sparse.mat", {"ts": SPARSE}, format="4")
scipy.io.savemat("v4_complex_sparse.mat", {"ts": SPARSE * (1 + 2j)}, format="4")
scipy.io.savemat("v4_complex.mat", {"ts": X.astype(complex), "note": "text"}, format="4")
with open("v4_big.mat", "wb") as f:  # as a big-endian machine of the time wrote it
    f.write(np.array([1000, 6, 4, 0, 3], ">i4").tobytes() + b"ts\0" + X.T.astype(">f8").tobytes())
for name, content in {"characters": {"ts": X, "labels": CHARACTERS}, "sparse7": {"ts": SPARSE, "names": CELLS}}.items():
    scipy.io.savemat(name + ".mat", content, do_compression=True)
    with open(name + ".mat", "r+b") as f:
        f.write(DATE)


def hdf5(name, userblock=0):
    return h5py.File(name, "w", userblock_size=userblock, libver="earliest", track_order=False)


with hdf5("plain.h5") as f:
    f.create_dataset("ts", data=X)
with hdf5("big_endian.h5") as f:
    f.create_dataset("ts", data=X.astype(">f8"))
with hdf5("single.h5") as f:
    f.create_dataset("ts", data=X.astype("f4"))
with hdf5("packed.h5") as f:
    f.create_dataset("sub-01/ts", data=X, chunks=(2, 4), compression="gzip", shuffle=True, fletcher32=True)
    f.create_dataset("sub-01/names", data=NAMES, dtype=h5py.string_dtype())
    f.create_dataset("TR", data=2.0)
with hdf5("fixed_names.h5") as f:
    f.create_dataset("ts", data=X)
    f.create_dataset("columns", data=np.array(NAMES, dtype="S3"))
with hdf5("several.h5") as f:
    f.create_dataset("a/ts", data=X)
    f.create_dataset("b/ts", data=OTHER)
with hdf5("no_table.h5") as f:
    f.create_dataset("cube", data=X.reshape(2, 3, 4))
    f.create_dataset("words", data=np.array(NAMES, dtype="S1"))
with hdf5("long_names.h5") as f:  # three groups inside each other, longer than a name may be
    f.create_dataset("/".join(3 * ["g" * 200]) + "/ts", data=X)
with hdf5("huge.h5") as f:  # nothing stored, but a shape of 80 TB
    f.create_dataset("ts", shape=(10**7, 10**6), dtype="f8", chunks=(1000, 1000))
with hdf5("v73.mat", 512) as f:  # as MATLAB's save -v7.3 lays it out: columns first, classes as attributes
    ts = f.create_dataset("ts", data=X.T)
    ts.attrs["MATLAB_class"] = np.bytes_("double")
    word = f.create_dataset("word", data=np.array([[ord(c)] for c in "text"], dtype="u2"))
    word.attrs["MATLAB_class"], word.attrs["MATLAB_int_decode"] = np.bytes_("char"), np.int32(2)
    tr = f.create_dataset("TR", data=[[2.0]])
    tr.attrs["MATLAB_class"] = np.bytes_("double")
with open("v73.mat", "r+b") as f:
    f.write(b"MATLAB 7.3 MAT-file, Platform: GLNXA64, HDF5 schema 1.00 .".ljust(116) + bytes(8) + b"\0\2IM")


def matlab73(name, fill):
    """As MATLAB's save -v7.3 lays files out: a block of 512 bytes before HDF5."""
    with hdf5(name, 512) as f:
        fill(f)
    with open(name, "r+b") as f:
        f.write(b"MATLAB 7.3 MAT-file, Platform: GLNXA64, HDF5 schema 1.00 .".ljust(116) + bytes(8) + b"\0\2IM")


def characters(f, name, rows):
    wide = max(map(len, rows))
    d = f.create_dataset(name, data=np.array([[ord(r.ljust(wide)[i]) for r in rows] for i in range(wide)], "u2"))
    d.attrs["MATLAB_class"], d.attrs["MATLAB_int_decode"] = np.bytes_("char"), np.int32(2)
    return d


def table(f):
    f.create_dataset("ts", data=X.T).attrs["MATLAB_class"] = np.bytes_("double")


def cells(f):
    table(f)
    refs = [characters(f, "#refs#/%s" % n, [n]).ref for n in NAMES]
    f.create_dataset("variables", data=np.array([refs], dtype=h5py.ref_dtype)).attrs["MATLAB_class"] = np.bytes_("cell")


def rows_of_characters(f):
    table(f)
    characters(f, "names", ["a", "bb", "c", "d"])


def sparse73(f):
    g = f.create_group("ts")
    g.attrs["MATLAB_class"], g.attrs["MATLAB_sparse"] = np.bytes_("double"), np.uint64(6)
    for key, values in (("data", SPARSE.data), ("ir", SPARSE.indices.astype("u8")), ("jc", SPARSE.indptr.astype("u8"))):
        g.create_dataset(key, data=values)


matlab73("v73_cells.mat", cells)
matlab73("v73_characters.mat", rows_of_characters)
matlab73("v73_sparse.mat", sparse73)


def archive(name, packed=False, **arrays):
    """numpy.savez with a fixed date."""
    import io, zipfile
    with zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED) as z:
        for key, value in arrays.items():
            b = io.BytesIO()
            npy.write_array(b, np.asanyarray(value), allow_pickle=True)
            z.writestr(zipfile.ZipInfo(key + ".npy", (1980, 1, 1, 0, 0, 0)), b.getvalue(),
                       zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED)


archive("plain.npz", arr_0=X)
archive("packed.npz", True, ts=X, variables=np.array(NAMES), TR=2.0)
archive("fortran.npz", True, ts=np.asfortranarray(X))
archive("big.npz", ts=X.astype(">f4"))
archive("several.npz", ts=X, conf=OTHER)
archive("no_table.npz", cube=X.reshape(2, 3, 4), words=np.array(NAMES), o=np.array([1, None], dtype=object))

# ---- images by nibabel: a series of volumes, atlases, parcels ----
import nibabel as nib
from nibabel import cifti2

AFFINE = np.array([[-2, 0, 0, 90], [0, 2, 0, -126], [0, 0, 2, -72], [0, 0, 0, 1.0]])
rng = np.random.default_rng(11)
VOLUMES = rng.standard_normal((5, 4, 3, 7)) * 100
LABELS = rng.choice([0, 2001, 2002, 9170], size=(5, 4, 3))


def image(name, array, affine=AFFINE, kind=nib.Nifti1Image, header=None):
    """Packed files without a date in them."""
    out = kind(array, affine, header)
    out.header.set_xyzt_units("mm", "sec")
    if array.ndim == 4:
        out.header["pixdim"][4] = 2.0
    raw = out.to_bytes()
    with open(name, "wb") as f:
        f.write(gzip.compress(raw, 9, mtime=0) if name.endswith(".gz") else raw)


def means(volumes, labels):
    return np.array([[volumes[..., t][labels == l].mean() for l in np.unique(labels) if l]
                     for t in range(volumes.shape[3])])


image("bold.nii.gz", VOLUMES)
image("bold_f4.nii", VOLUMES.astype("f4"))
image("bold2.nii", VOLUMES, kind=nib.Nifti2Image)
image("bold_big.nii", VOLUMES.astype("f4"), header=nib.Nifti1Header(endianness=">"))
image("bold_scaled.nii", np.rint(VOLUMES).astype("i2"))
scaled = bytearray(open("bold_scaled.nii", "rb").read())
scaled[112:120] = np.array([0.5, 3.0], "<f4").tobytes()  # slope and intercept
open("bold_scaled.nii", "wb").write(scaled)
np.save("means.npy", means(VOLUMES, LABELS))
np.save("means_scaled.npy", means(nib.load("bold_scaled.nii").get_fdata(), LABELS))
holes = VOLUMES.copy()
holes[LABELS == 2002] = np.nan
image("bold_holes.nii.gz", holes)
image("atlas.nii.gz", LABELS.astype("i4"))
image("atlas_f4.nii", LABELS.astype("f4"))
moved = AFFINE.copy()
moved[0, 3] += 0.5
image("atlas_moved.nii", LABELS.astype("i2"), moved)
image("atlas_small.nii", LABELS[:4].astype("i2"))
image("atlas_real.nii", LABELS + 0.5)
image("atlas_one.nii", (LABELS > 0).astype("u1"))
quaternion = nib.Nifti1Image(LABELS.astype("i2"), None)
quaternion.header.set_qform(AFFINE, 1)
open("atlas_q.nii", "wb").write(quaternion.to_bytes())

SERIES = cifti2.SeriesAxis(start=0, step=2.0, size=6)
SURFACE = np.arange(8)
PARCELS = cifti2.ParcelsAxis.from_brain_models([
    (n, cifti2.BrainModelAxis.from_mask(np.isin(SURFACE, [2 * i, 2 * i + 1]), name="CortexLeft"))
    for i, n in enumerate(["a", "b & <b>", "Größe", "d"])])


def cifti(name, array, axes):
    open(name, "wb").write(cifti2.Cifti2Image(array, axes).to_bytes())


cifti("x.ptseries.nii", X, (SERIES, PARCELS))
cifti("x.pconn.nii", np.corrcoef(X.T), (PARCELS, PARCELS))
brain = cifti2.BrainModelAxis.from_mask(np.ones(4, bool), name="CortexLeft")
cifti("x.dtseries.nii", X, (SERIES, brain))
