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
