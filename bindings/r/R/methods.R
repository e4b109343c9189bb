# SPDX-License-Identifier: BSD-3-Clause
# What R asks of a model: print, summary, coef, predict, simulate, logLik, fitted.

n_modules <- function(m) ncol(m$W)
n_classes <- function(m) nrow(m$classes)
some <- function(x, most = 12) paste(c(head(x, most), if (length(x) > most) "..."), collapse = " ")

print.lacon <- function(x, ...) {
    k <- n_modules(x)
    cat("lacon: ", k, if (k == 1) " module" else " modules", " of ", length(x$variables), " variables, ",
        n_classes(x), if (n_classes(x) == 1) " class, " else " classes, ", sum(x$classes$n), " rows\n", sep = "")
    for (j in seq_len(k))
        cat("  ", format(paste0("M", j), width = 4), " ", some(x$variables[x$module == j]), "\n", sep = "")
    left <- x$variables[x$module == 0]
    if (length(left)) cat("  none ", some(left), "\n", sep = "")
    if (!is.null(x$sign) && any(x$sign < 0)) cat("  turned round:", some(x$variables[x$sign < 0]), "\n")
    if (all(is.finite(x$classes$loglik)))
        cat("log-likelihood ", format(as.numeric(logLik(x)), digits = 6), " (df ", attr(logLik(x), "df"), ")\n",
            sep = "")
    invisible(x)
}

summary.lacon <- function(object, ...) {
    modules <- data.frame(variable = object$variables, module = object$module,
                          weight = rowSums(object$W), evidence = object$evidence, row.names = NULL)
    if (!is.null(object$sign)) modules$sign <- object$sign
    modules <- modules[order(ifelse(modules$module == 0, Inf, modules$module), -modules$weight), ]
    structure(list(call = object$call, modules = modules, classes = object$classes, info = object$info,
                   correlation = apply(connectivity(object), 1:2, mean), glance = glance(object),
                   selection = object$selection), class = "summary.lacon")
}

print.summary.lacon <- function(x, digits = 3, ...) {
    if (!is.null(x$call)) cat("Call: ", deparse1(x$call), "\n\n", sep = "")
    cat("Modules (module 0: in none; evidence in nats)\n")
    print(x$modules, digits = digits, row.names = FALSE)
    cat("\nClasses\n")
    print(x$classes, digits = digits, row.names = FALSE)
    cat("\nCorrelations of the modules", if (nrow(x$classes) > 1) ", mean over classes", "\n", sep = "")
    print(round(x$correlation, digits))
    cat("\n")
    print(unlist(x$glance[c("logLik", "AIC", "BIC")]), digits = 6)
    if (!is.null(x$info)) {
        cat("evidence ", format(x$info$evidence, digits = 6), " nats; ", x$info$iterations, " iterations, ",
            x$info$stop, "; ", nrow(x$info$starts), " starts, lowest agreement ",
            format(min(x$info$starts$agreement), digits = 2), "\n", sep = "")
    }
    if (!is.null(x$selection)) print(x$selection)
    invisible(x)
}

# W: p x k, non-negative, at most one entry in a row.
coef.lacon <- function(object, ...) object$W

# k x k x N: correlations of the modules in each class, covariances, or partial correlations.
connectivity <- function(object, type = c("correlation", "covariance")) {
    check_model(object)
    type <- one_of(type, c("correlation", "covariance"))
    G <- object$G
    if (type == "covariance") return(G)
    for (c in seq_len(dim(G)[3])) {
        sd <- sqrt(diag(as.matrix(G[, , c])))
        G[, , c] <- ifelse(outer(sd, sd) > 0, G[, , c] / outer(sd, sd), NA)
    }
    G
}

nobs.lacon <- function(object, ...) sum(object$classes$n)

# Free parameters of the model of the scaled rows: weights (a column of W has length 1), G of its rank, v, psi.
parameters <- function(object) {
    k <- n_modules(object)
    r <- object$classes$kept
    weights <- sum(object$module > 0) - k
    psi <- if (any(object$psi != 1)) length(object$psi) - 1 else 0
    weights + sum(r * k - r * (r - 1) / 2 + 1) + psi
}

# Of the rows as they were scaled for the fit.
logLik.lacon <- function(object, ...) {
    structure(sum(object$classes$n * object$classes$loglik), df = parameters(object), nobs = nobs(object),
              class = "logLik")
}

# The covariance of the scaled rows of each class that the model implies.
fitted.lacon <- function(object, inverse = FALSE, ...) {
    session <- open_session(1)
    box <- model_box(session, object)
    out <- lapply(seq_len(n_classes(object)), function(c) {
        sigma <- ask(session, .Call(C_covariance, session, box, c - 1L, inverse))
        dimnames(sigma) <- list(object$variables, object$variables)
        sigma
    })
    setNames(out, object$classes$class)
}

# latent: E[z | x], n x k for each class. Rows of classes the model knows are scaled by its moments; others are new
# classes, whose moments, G and v come from their own rows.
predict.lacon <- function(object, newdata = NULL, class = NULL, type = c("latent", "loglik", "model"), ...) {
    check_model(object)
    type <- one_of(type, c("latent", "loglik", "model"))
    session <- open_session(1)
    classes <- if (is.null(newdata)) object$data else new_classes(object, newdata, class)
    if (is.null(classes)) fail("argument", "the model has no data with it (a folder, or keep = FALSE): give newdata")
    if (is.null(newdata)) classes$labels <- object$classes$class
    if (is.null(classes$labels) && n_classes(object) == 1 && length(classes$x) == 1)
        classes$labels <- object$classes$class
    at <- if (is.null(classes$labels)) NA else match(classes$labels, object$classes$class)
    if (type == "model" || anyNA(at)) {
        if (type == "loglik")
            fail("argument", "newdata has classes that the model does not know: name those it has (class), which are ",
                 some(object$classes$class))
        return(predict_new(session, object, classes, type, is.matrix(newdata) || is.data.frame(newdata)))
    }
    box <- model_box(session, object)
    data <- make_data(session, classes, object$missing %or% "refuse", classes$n_obs)
    on.exit(release(data))
    ask(session, .Call(C_standardise_by, session, data, box, at - 1L))
    if (type == "loglik")
        return(setNames(ask(session, .Call(C_evaluate, session, box, data, at - 1L)), classes$labels))
    latent_of(session, object, box, data, at, classes$labels, is.matrix(newdata) || is.data.frame(newdata))
}

`%or%` <- function(a, b) if (is.null(a)) b else a

predict_new <- function(session, object, classes, type, single) {
    data <- make_data(session, classes, object$missing %or% "refuse", classes$n_obs)
    on.exit(release(data))
    box <- model_box(session, object)
    ask(session, .Call(C_standardise_as, session, data, box))
    box <- ask(session, .Call(C_transform, session, box, data))
    new <- new_model(box, call = object$call, fit = object$fit, missing = object$missing)
    if (type == "model") return(c_data(new, classes))
    latent_of(session, object, box, data, seq_len(n_classes(new)), new$classes$class, single)
}

c_data <- function(model, classes) {
    model$data <- classes
    model
}

latent_of <- function(session, object, box, data, at, labels, single) {
    out <- lapply(seq_along(at), function(i) {
        z <- ask(session, .Call(C_latent, session, box, at[i] - 1L, data, i - 1L))
        colnames(z) <- colnames(object$W)
        z
    })
    if (single && length(out) == 1) out[[1]] else setNames(out, labels)
}

# Rows of each class in the units of the data; n of them, or as many as there were.
simulate.lacon <- function(object, nsim = 1, seed = NULL, n = NULL, ...) {
    nsim <- one_count(nsim, 1)
    if (is.null(seed)) seed <- sample.int(.Machine$integer.max, 1)
    n <- rep_len(if (is.null(n)) object$classes$n else n, n_classes(object))
    if (anyNA(n) || any(n < 1)) fail("argument", "n, the rows of each class, is not known from the model: give it")
    seed <- one_count(seed)
    session <- open_session(1)
    box <- model_box(session, object)
    draw <- function(c, seed) {
        x <- ask(session, .Call(C_simulate, session, box, c - 1L, n[c], seed))
        x <- sweep(x, 2, object$scale[c, ] * (object$sign %or% 1), `*`)
        x <- sweep(x, 2, object$mean[c, ], `+`)
        colnames(x) <- object$variables
        x
    }
    sets <- lapply(seq_len(nsim), function(i)
        setNames(lapply(seq_len(n_classes(object)), draw, seed = seed + i - 1), object$classes$class))
    structure(if (nsim == 1) sets[[1]] else sets, seed = seed)
}
