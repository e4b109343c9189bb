# SPDX-License-Identifier: BSD-3-Clause
"""The numbers of tests/cli/oracle.sh once more, densely and by the book, with NumPy alone."""
import glob
import itertools
import json

import numpy as np

worst = {}


def agree(what, a, b, limit):
    error = float(np.max(np.abs(np.asarray(a, float) - np.asarray(b, float))))
    worst[what] = max(error, worst.get(what, 0.0))
    assert error <= limit, f"{what}: {error:.2e} apart"


def rows(path):
    return np.loadtxt(path, delimiter=",", skiprows=1)


def model(folder):
    a = np.load(folder + "/model.npz", allow_pickle=False)
    return {key: a[key] for key in a.files}


def sigma(m, i):
    half = np.sqrt(m["psi"])
    inner = m["W"] @ m["G"][i] @ m["W"].T + m["v"][i] * np.eye(len(half))
    return half[:, None] * inner * half[None, :]


def loglik(S, X):
    """mean log density of the rows of X under N(0, S)"""
    p = S.shape[0]
    quad = np.einsum("ij,ij->i", X, np.linalg.solve(S, X.T).T).mean()
    return -0.5 * (p * np.log(2 * np.pi) + np.linalg.slogdet(S)[1] + quad)


for noise in ("isotropic", "variable"):
    m, t = model(f"m-{noise}"), model(f"t-{noise}")
    told = json.load(open(f"e-{noise}.json"))
    meta = json.load(open(f"m-{noise}/model.json"))
    agree("W'W = I", m["W"].T @ m["W"], np.eye(m["W"].shape[1]), 1e-12)
    assert (m["W"] >= 0).all() and ((m["W"] > 0).sum(1) <= 1).all()
    agree("product of psi is 1", np.log(m["psi"]).sum(), 0, 1e-9)
    values, L = [], []
    for i, label in enumerate(m["classes"]):
        train, test = rows(f"sim/{label}.csv"), rows(f"sim/test/{label}.csv")
        agree("mean", m["mean"][i], train.mean(0), 1e-12)
        agree("scale", m["scale"][i], train.std(0), 1e-12)
        Z = (train - m["mean"][i]) / m["scale"][i]
        L.append(loglik(sigma(m, i), Z))
        values.append(loglik(sigma(m, i), (test - m["mean"][i]) / m["scale"][i]))
        agree("held-out log-likelihood", told["classes"][str(label)], values[-1], 1e-9)
        # transform: own moments; latent = G (G + v I)^-1 W' Psi^-1/2 x
        Y = (test - test.mean(0)) / test.std(0) / np.sqrt(m["psi"])
        G, v = t["G"][i], t["v"][i]
        want = Y @ t["W"] @ np.linalg.inv(G + v * np.eye(len(G))) @ G
        got = np.loadtxt(f"t-{noise}/latent/{label}.tsv", skiprows=1)
        agree("latent", got, want, 1e-9)
        # G and v by the closed form of the profile, from S = W' K W
        K = Y.T @ Y / len(Y)
        s, U = np.linalg.eigh(t["W"].T @ K @ t["W"])
        r = len(s)
        while r and s[len(s) - r] <= (np.trace(K) - s[len(s) - r:].sum()) / (len(K) - r):
            r -= 1
        v_want = (np.trace(K) - s[len(s) - r:].sum()) / (len(K) - r)
        agree("v of transform", v, v_want, 1e-10)
        keep = np.where(np.arange(len(s)) >= len(s) - r, s - v_want, 0)
        agree("G of transform", G, (U * keep) @ U.T, 1e-10)
    agree("mean held out", told["mean"], np.mean(values), 1e-9)
    weight = m["n"] / m["n"].sum()
    agree("nll of the fit", meta["nll"], -(weight * np.array(L)).sum(), 1e-9)

truth, c, score = model("sim/truth"), model("c"), json.load(open("score.json"))
k = truth["W"].shape[1]
best = max(itertools.permutations(range(k)),
           key=lambda order: sum(truth["W"][:, j] @ c["W"][:, order[j]] for j in range(k)))
W, G = c["W"][:, best], c["G"][:, best][:, :, best]
agree("w_error", score["w_error"], ((truth["W"] - W) ** 2).sum(), 1e-12)
agree("w_mse", score["w_mse"], ((truth["W"] - W) ** 2).mean(), 1e-13)
agree("g_mse", score["g_mse"], ((truth["G"] - G) ** 2).mean(), 1e-10)
a, b = truth["W"].argmax(1), W.argmax(1)
table = np.array([[(a[b == j] == i).sum() for j in range(k)] for i in range(k)])
pairs = lambda x: (x * (x - 1) / 2).sum()
expected = pairs(table.sum(0)) * pairs(table.sum(1)) / pairs(table.sum())
agree("ari", score["ari"], (pairs(table) - expected) /
      ((pairs(table.sum(0)) + pairs(table.sum(1))) / 2 - expected), 1e-12)
assert len(glob.glob("t-*/latent/*.tsv")) == 6
print("; ".join(f"{key} {value:.0e}" for key, value in worst.items()))
