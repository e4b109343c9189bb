# SPDX-License-Identifier: BSD-3-Clause
# Results as data frames, in the manner of broom and without it. Where the package generics is there, its generics
# know these methods too.

tidy <- function(x, ...) UseMethod("tidy")
glance <- function(x, ...) UseMethod("glance")

# what = "loadings": a row per variable; "connectivity": a row per class and pair of modules.
tidy.lacon <- function(x, what = c("loadings", "connectivity"), ...) {
    if (match.arg(what) == "loadings")
        return(data.frame(term = x$variables, module = x$module, estimate = rowSums(x$W), evidence = x$evidence,
                          row.names = NULL))
    at <- which(upper.tri(x$G[, , 1], diag = TRUE), arr.ind = TRUE)
    correlation <- connectivity(x)
    do.call(rbind, lapply(seq_len(n_classes(x)), function(c) {
        data.frame(class = x$classes$class[c], module_a = at[, 1], module_b = at[, 2],
                   covariance = x$G[cbind(at, c)], correlation = correlation[cbind(at, c)], row.names = NULL)
    }))
}

glance.lacon <- function(x, ...) {
    ll <- logLik(x)
    data.frame(k = n_modules(x), variables = length(x$variables), classes = n_classes(x), nobs = nobs(x),
               unassigned = sum(x$module == 0), logLik = as.numeric(ll), df = attr(ll, "df"), AIC = AIC(ll),
               BIC = BIC(ll), evidence = x$info$evidence %or% NA_real_,
               converged = (x$info$stop %or% NA) == "converged")
}

tidy.lacon_selection <- function(x, ...) x$curve
glance.lacon_selection <- function(x, ...)
    data.frame(k = x$k, best = x$best, one_se = x$one_se, by_heldout = x$by_heldout, by_evidence = x$by_evidence,
               folds = x$folds)

tidy.lacon_stability <- function(x, what = c("variables", "intervals"), ...) {
    if (match.arg(what) == "intervals") return(x$intervals)
    data.frame(term = x$variables, module = unname(x$module), stability = unname(x$stability))
}

tidy.lacon_test <- function(x, ...) {
    e <- x$edges
    data.frame(module_a = e$module_a, module_b = e$module_b, estimate = e$effect, conf.low = e$ci_low,
               conf.high = e$ci_high, statistic = e$statistic, p.value = e$p, p.fwe = e$p_fwe, q.fdr = e$q_fdr,
               effect.size = e$size)
}
glance.lacon_test <- function(x, ...)
    data.frame(classes = x$classes, df = x$df_effect, df.residual = x$df_residual, statistic = x$omnibus_statistic,
               p.value = x$omnibus_p, permutations = x$permutations)

tidy.lacon_causal <- function(x, ...) {
    do.call(rbind, lapply(names(x$classes), function(label) {
        c <- x$classes[[label]]
        at <- which(row(c$B) != col(c$B), arr.ind = TRUE)
        pick <- function(m) if (is.null(m)) NA_real_ else m[at]
        data.frame(class = label, from = x$names[at[, 2]], to = x$names[at[, 1]], estimate = pick(c$B),
                   conf.low = pick(c$low), conf.high = pick(c$high), frequency = pick(c$frequency),
                   total = pick(c$total),
                   identifiable = ifelse(pick(c$identifiable) < 0, NA, pick(c$identifiable) == 1), row.names = NULL)
    }))
}

METHODS <- list(tidy = c("lacon", "lacon_selection", "lacon_stability", "lacon_test", "lacon_causal"),
                glance = c("lacon", "lacon_selection", "lacon_test"))

tell_generics <- function(...) {
    for (generic in names(METHODS)) for (class in METHODS[[generic]])
        registerS3method(generic, class, get(paste0(generic, ".", class)), envir = asNamespace("generics"))
}

.onLoad <- function(libname, pkgname) {
    if (isNamespaceLoaded("generics")) tell_generics()
    setHook(packageEvent("generics", "onLoad"), tell_generics)
}
