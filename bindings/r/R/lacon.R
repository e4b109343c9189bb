# SPDX-License-Identifier: BSD-3-Clause
# The fit. The same steps as the command line's, so the same numbers to the last bit.

lacon <- function(x, ...) UseMethod("lacon")

lacon.formula <- function(x, data, k, ...) {
    if (base::missing(data)) fail("argument", "data is missing: with a formula a data frame is expected")
    if (!is.data.frame(data)) fail("argument", "data is ", what(data), ": with a formula a data frame is expected")
    parts <- from_formula(x, data)
    model <- lacon.default(parts$x, k, class = parts$class, ...)
    model$call <- called(match.call())
    model
}

lacon.default <- function(x, k, class = NULL, ..., ignore = NULL, scale = c("z", "center", "none"),
                          missing = c("refuse", "marginal", "pairwise", "drop"), flip = FALSE, n_obs = NULL,
                          pool = FALSE, cv = "time:5", seed = 1, keep = TRUE, threads = getOption("lacon.threads", 1L)) {
    if (base::missing(k))
        fail("argument", "k, the number of modules, is missing: give it (k = 3), or a range to choose from (k = 2:8)")
    scale <- one_of(scale, c("z", "center", "none"))
    missing <- one_of(missing, c("refuse", "marginal", "pairwise", "drop"))
    pool <- one_flag(pool)
    cv <- one_text(cv)
    dots <- deal(list(...), c("fit", "select"), not = c("k", "seed", "k-low", "k-high", "cv", "folds", "gap"))
    classes <- as_classes(x, class, ignore)
    session <- open_session(threads)
    data <- make_data(session, classes, missing, n_obs)
    on.exit(release(data))
    if (is.null(n_obs)) tell_before(session, data, classes)
    ask(session, .Call(C_standardise, session, data, scale, signs_of(flip, classes)))
    fit <- c(dots$fit, seed = seed)
    how <- list(fit = fit, auto = isTRUE(flip) || identical(flip, "auto"), cv = cv, select = dots$select)
    made <- if (length(k) > 1) choose_and_fit(session, data, k, how) else fit_one(session, data, k, how)
    if (pool) ask(session, .Call(C_pool, session, made$model, NULL))
    model <- new_model(made$model, call = called(match.call()), fit = fit, missing = missing,
                       selection = made$selection, class_column = classes$column, k_asked = max(k))
    if (keep) model$data <- c(classes, list(n_obs = n_obs))
    if (is.null(n_obs)) tell_walks(model$classes, classes$x)
    for (sentence in model$info$warnings) tell(sentence)
    model
}

# As the user wrote it, not the name of the method; data that were handed over by value stay out of it.
called <- function(call) {
    call[[1]] <- quote(lacon)
    for (i in seq_along(call)[-1]) if (!is.language(call[[i]]) && length(call[[i]]) > 20) call[[i]] <- quote(...)
    call
}

fit_one <- function(session, data, k, how) {
    if (!is.numeric(k) || length(k) != 1 || is.na(k) || k != round(k))
        fail("argument", "k = ", deparse1(k), ": a whole number is expected, or a range (k = 2:8)")
    o <- as_options(c(list(k = k), how$fit))
    list(model = ask(session, .Call(C_fit, session, data, o$names, o$values, how$auto)))
}

choose_and_fit <- function(session, data, k, how, then_fit = TRUE) {
    if (!is.numeric(k) || anyNA(k) || any(diff(k) != 1) || k[1] != round(k[1]))
        fail("argument", "k = ", deparse1(k), ": a range of whole numbers is expected, upwards (k = 2:8)")
    o <- as_options(c(list(k_low = k[1], k_high = k[length(k)]), how$select))
    f <- as_options(how$fit)
    made <- ask(session, .Call(C_select, session, data, how$cv, o$names, o$values, f$names, f$values, how$auto,
                               then_fit))
    list(model = made$model, selection = new_selection(made$selection))
}

# flip: FALSE, TRUE or "auto" (found by the fit), or a sign for each variable, by name where there are names.
signs_of <- function(flip, classes) {
    if (is.logical(flip) && length(flip) == 1 && !is.na(flip) || identical(flip, "auto")) return(NULL)
    p <- ncol(classes$x[[1]])
    signs <- rep(1L, p)
    if (!is.numeric(flip) || !all(flip %in% c(-1, 1)))
        fail("argument", "flip: TRUE, FALSE or signs (1 and -1) are expected")
    at <- if (is.null(names(flip))) seq_along(flip) else match(names(flip), classes$names)
    if (anyNA(at) || (is.null(names(flip)) && length(flip) != p))
        fail("argument", "flip: a sign for each of the ", p,
             " variables is expected, or signs with names of variables")
    signs[at] <- as.integer(flip)
    signs
}

# A model of R around one of the library. Modules are called M1, M2, ...
new_model <- function(box, ...) {
    m <- .Call(C_parts, box)
    modules <- paste0("M", seq_len(ncol(m$W)))
    m$classes <- as.data.frame(m$classes)
    dimnames(m$W) <- list(m$variables, modules)
    dimnames(m$G) <- list(modules, modules, m$classes$class)
    for (part in if (!is.null(m$pooled)) c("G", "low", "high")) dimnames(m$pooled[[part]]) <- dimnames(m$G)
    dimnames(m$mean) <- dimnames(m$scale) <- list(m$classes$class, m$variables)
    for (part in c("psi", "sign", "module", "evidence"))
        if (!is.null(m[[part]])) names(m[[part]]) <- m$variables
    if (!is.null(m$info)) {
        m$info$starts <- as.data.frame(m$info$starts)
        m$info$merges <- as.data.frame(m$info$merges)
    }
    structure(c(m, list(box = box, ...)), class = "lacon")
}

# The model of the library, made anew when it came out of a file of R.
model_box <- function(session, object) ask(session, .Call(C_revive, session, object$box))

# The data a model was fitted to, standardised as for it; newdata where it has none, or others are meant.
data_as <- function(session, object, newdata = NULL, class = NULL) {
    classes <- if (is.null(newdata)) object$data else new_classes(object, newdata, class)
    if (is.null(classes)) fail("argument", "the model has no data with it (a folder, or keep = FALSE): give newdata")
    missing <- if (is.null(object$missing)) "refuse" else object$missing
    data <- make_data(session, classes, missing, classes$n_obs)
    ask(session, .Call(C_standardise_as, session, data, model_box(session, object)))
}

# New rows with the columns of the model, where they have names.
new_classes <- function(object, newdata, class = NULL) {
    if (is.null(class) && is.data.frame(newdata) && length(object$class_column) &&
        object$class_column %in% names(newdata)) class <- object$class_column
    pick <- function(x) {
        # a single class is a column, or the name of the class all rows are of
        keep <- c(object$variables, if (is.data.frame(x) && length(class) == 1 && class %in% names(x)) class)
        if (is.null(colnames(x)) || !all(object$variables %in% colnames(x))) x else x[, keep, drop = FALSE]
    }
    if (is.list(newdata) && !is.data.frame(newdata)) newdata <- lapply(newdata, pick)
    else if (is.matrix(newdata) || is.data.frame(newdata)) newdata <- pick(newdata)
    one <- length(class) == 1 && !(is.data.frame(newdata) && class %in% names(newdata))
    classes <- as_classes(newdata, if (!one) class)
    if (one) classes$labels <- as.character(class)
    classes
}
