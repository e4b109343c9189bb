# SPDX-License-Identifier: BSD-3-Clause
# Questions about a model: how many modules, how sure, who differs, which drives which.

# ---- how many modules --------------------------------------------------------------------------------------------

select_k <- function(x, k = 2:10, class = NULL, ..., ignore = NULL, scale = c("z", "center", "none"),
                     missing = c("refuse", "marginal", "drop"), cv = "time:5", seed = 1,
                     threads = getOption("lacon.threads", 1L)) {
    dots <- deal(list(...), c("fit", "select"), not = c("k", "seed", "k-low", "k-high", "cv", "folds", "gap"))
    classes <- as_classes(x, class, ignore)
    session <- open_session(threads)
    data <- make_data(session, classes, one_of(missing, c("refuse", "marginal", "drop")))
    on.exit(release(data))
    ask(session, .Call(C_standardise, session, data, one_of(scale, c("z", "center", "none")), NULL))
    cv <- one_text(cv)
    how <- list(fit = c(dots$fit, seed = seed), auto = FALSE, cv = cv, select = dots$select)
    choose_and_fit(session, data, k, how, then_fit = FALSE)$selection
}

new_selection <- function(box) {
    found <- .Call(C_selection, box)
    found$curve <- as.data.frame(found$curve)
    colnames(found$loglik) <- found$curve$k
    if (!is.na(found$caution)) tell(found$caution)
    structure(c(found, list(box = box)), class = "lacon_selection")
}

print.lacon_selection <- function(x, ...) {
    cat("k = ", x$k, " of ", min(x$curve$k), "..", max(x$curve$k), "; held-out likelihood chooses ", x$by_heldout,
        " (best ", x$best, "), evidence ", x$by_evidence, "\n", sep = "")
    print(x$curve[c("k", "loglik", "se", "behind", "votes", "agreement", "evidence")], digits = 5, row.names = FALSE)
    cat("without modules: ", paste(names(x$null), format(x$null, digits = 5), collapse = ", "), "\n", sep = "")
    invisible(x)
}

# ---- how sure ----------------------------------------------------------------------------------------------------

stability <- function(object, newdata = NULL, class = NULL, ..., seed = object$fit$seed,
                      threads = getOption("lacon.threads", 1L)) {
    check_model(object)
    dots <- deal(list(...), "stability")
    session <- open_session(threads)
    data <- data_as(session, object, newdata, class)
    on.exit(release(data))
    fit <- object$fit[setdiff(names(object$fit), "seed")]
    o <- as_options(dots$stability)
    f <- as_options(c(fit, list(seed = seed %or% 1)))
    found <- ask(session, .Call(C_stability, session, model_box(session, object), data, o$names, o$values, f$names,
                                f$values))
    names(found$module) <- names(found$stability) <- found$variables
    dimnames(found$share) <- list(found$variables, c("none", colnames(object$W)))
    dimnames(found$coassignment) <- list(found$variables, found$variables)
    if (!is.null(found$intervals)) found$intervals <- as.data.frame(found$intervals)
    structure(found, class = "lacon_stability")
}

check_model <- function(object) {
    if (!inherits(object, "lacon")) fail("argument", "a model is expected, as lacon() gives, not ", what(object))
}

print.lacon_stability <- function(x, ...) {
    cat(length(x$agreement), " resamples; agreement with the model: median ", format(median(x$agreement), digits = 3),
        ", lowest ", format(min(x$agreement), digits = 3), "\n", sep = "")
    for (j in sort(unique(x$module[x$module > 0]))) {
        stay <- x$stability[x$module == j]
        cat("  M", j, ": ", length(stay), " variables stay in ", format(mean(stay), digits = 2), " of them, least ",
            names(stay)[which.min(stay)], " in ", format(min(stay), digits = 2), "\n", sep = "")
    }
    invisible(x)
}

# Covariances of the scaled rows: (sample) of the class, (modules) of the model, (mean) over classes, mixed in shares
# that are the same for all classes.
shrink <- function(object, newdata = NULL, class = NULL, folds = 5, threads = getOption("lacon.threads", 1L)) {
    check_model(object)
    session <- open_session(threads)
    data <- data_as(session, object, newdata, class)
    on.exit(release(data))
    found <- ask(session, .Call(C_shrink, session, model_box(session, object), data, one_count(folds, 2)))
    named <- lapply(found$covariance, `dimnames<-`, list(object$variables, object$variables))
    shares <- c(sample = 1 - found$lambda, modules = found$lambda * (1 - found$mu), mean = found$lambda * found$mu)
    structure(list(covariance = setNames(named, object$classes$class), shares = shares, box = found$box),
              class = "lacon_shrunk")
}

print.lacon_shrunk <- function(x, ...) {
    cat("covariances of ", length(x$covariance), if (length(x$covariance) == 1) " class: " else " classes: ",
        paste(names(x$shares), format(x$shares, digits = 3), collapse = ", "), "\n", sep = "")
    invisible(x)
}

# ---- who differs -------------------------------------------------------------------------------------------------

edge_test <- function(object, formula, data, id = NULL, contrast = NULL, ..., seed = 1) {
    check_model(object)
    if (!is.data.frame(data))
        fail("argument", "data is ", what(data), ": a data frame with a row for each class is expected")
    dots <- deal(list(...), "test", not = c("id", "formula", "contrast", "seed"))
    session <- open_session(1)
    people <- people_of(data, id, object$classes$class)
    asked <- list(id = people$id, formula = formula_text(formula, data), contrast = contrast, seed = seed)
    o <- as_options(c(asked, dots$test))
    found <- ask(session, .Call(C_test, session, model_box(session, object), people$table, o$names, o$values))
    found$edges <- as.data.frame(found$edges)
    found$formula <- formula
    for (sentence in found$warnings) tell(sentence)
    structure(found, class = "lacon_test")
}

# Cells as text; the id is a column that was named, is called so or has all classes, or the names of the rows, or the
# rows as they come where there are as many.
people_of <- function(data, id, labels) {
    check_unique(names(data), "data: ")
    if (!is.null(id)) id <- one_text(id)
    if (!is.null(id) && !id %in% names(data)) fail("argument", "id = \"", id, "\": there is no such column")
    if (is.null(id)) id <- intersect(c("class", "participant_id", "id"), names(data))[1]
    table <- text_table(data)
    if (is.na(id)) id <- names(data)[vapply(table, function(v) all(labels %in% v), TRUE)][1]
    if (is.na(id)) {
        id <- ".class"
        own <- row.names(data)
        if (!any(labels %in% own) && nrow(data) != length(labels))
            fail("argument", "data have ", nrow(data), " rows, the model ", length(labels),
                 " classes: name the column with the names of the classes (id = )")
        table[[id]] <- if (any(labels %in% own)) own else labels
    }
    list(table = table, id = id)
}

text_table <- function(data) lapply(data, function(v) if (is.numeric(v)) number_text(v) else as.character(v))

number_text <- function(x) ifelse(is.na(x), NA_character_, vapply(x, as_text, ""))

# The right side; factor(x), and factors whose levels look like numbers, are C(x) to the library.
formula_text <- function(formula, data) {
    if (is.character(formula)) return(formula)
    if (!inherits(formula, "formula")) fail("argument", "formula is ", what(formula), ": ~ group + age is expected")
    right <- formula[[length(formula)]]
    numeric_factor <- function(name) is.factor(data[[name]]) &&
        !anyNA(suppressWarnings(as.numeric(levels(data[[name]]))))
    walk <- function(e) {
        if (is.name(e)) return(if (numeric_factor(as.character(e))) call("C", e) else e)
        if (!is.call(e)) return(e)
        if (as.character(e[[1]])[1] %in% c("factor", "as.factor", "C")) return(call("C", e[[2]]))
        e[-1] <- lapply(e[-1], walk)
        e
    }
    gsub("`", "", paste(deparse(walk(right), width.cutoff = 500), collapse = " "), fixed = TRUE)
}

print.lacon_test <- function(x, ...) {
    groups <- if (length(x$groups)) paste0(" (", paste(x$groups, names(x$groups), collapse = ", "), ")") else ""
    cat(x$classes, " classes", groups, ", ", nrow(x$edges), " edges: ", x$effect, ", ", x$permutations,
        " permutations", if (x$exhaustive) " (all there are)", "\n", sep = "")
    cat("all edges together: p = ", format(x$omnibus_p, digits = 3), "\n", sep = "")
    columns <- c("module_a", "module_b", "effect", "ci_low", "ci_high", "statistic", "p", "p_fwe", "q_fdr")
    shown <- x$edges[order(x$edges$p_fwe, x$edges$p), columns]
    print(head(shown, 10), digits = 3, row.names = FALSE)
    invisible(x)
}

# ---- which drives which ------------------------------------------------------------------------------------------

lingam <- function(x, ...) UseMethod("lingam")

lingam.lacon <- function(x, newdata = NULL, class = NULL, ..., seed = 1, threads = getOption("lacon.threads", 1L)) {
    dots <- deal(list(...), c("causal", "ica"), not = "seed")
    session <- open_session(threads)
    data <- data_as(session, x, newdata, class)
    on.exit(release(data))
    directions(session, model_box(session, x), data, dots, seed, colnames(x$W))
}

# Every variable its own module; effects in the units of the data unless scale says otherwise.
lingam.default <- function(x, class = NULL, ..., ignore = NULL, scale = c("center", "z", "none"), seed = 1,
                           threads = getOption("lacon.threads", 1L)) {
    dots <- deal(list(...), c("causal", "ica"), not = "seed")
    session <- open_session(threads)
    data <- make_data(session, as_classes(x, class, ignore))
    on.exit(release(data))
    ask(session, .Call(C_standardise, session, data, one_of(scale, c("center", "z", "none")), NULL))
    directions(session, NULL, data, dots, seed, NULL)
}

directions <- function(session, box, data, dots, seed, names) {
    if (identical(dots$causal$lags, "auto")) dots$causal$lags <- -1
    o <- as_options(c(dots$causal, list(seed = seed)))
    i <- as_options(dots$ica)
    found <- ask(session, .Call(C_causal, session, box, data, o$names, o$values, i$names, i$values))
    names <- names %or% found$names
    found$classes <- lapply(found$classes, function(c) {
        for (part in c("B", "total", "identifiable", "frequency", "precedence", "low", "high"))
            if (!is.null(c[[part]])) dimnames(c[[part]]) <- list(to = names, from = names)
        if (!is.null(c$A)) dimnames(c$A) <- list(to = names, from = names, lag = seq_len(dim(c$A)[3]))
        c$order <- names[c$order]
        c
    })
    found$names <- names
    structure(found, class = "lacon_causal")
}

# k x k x N, [to, from].
coef.lacon_causal <- function(object, ...) {
    B <- vapply(object$classes, `[[`, object$classes[[1]]$B, "B")
    array(B, c(length(object$names), length(object$names), length(object$classes)),
          list(to = object$names, from = object$names, class = names(object$classes)))
}

print.lacon_causal <- function(x, ...) {
    for (label in head(names(x$classes), 6)) {
        c <- x$classes[[label]]
        cat(label, ": ", paste(c$order, collapse = " before "), "\n", sep = "")
        at <- which(c$B != 0, arr.ind = TRUE)
        sure <- if (is.null(c$frequency)) "" else sprintf(", in %.2f of the samples", c$frequency[at])
        known <- ifelse(c$identifiable[at] == 0, ", direction not identifiable", "")
        if (nrow(at))
            cat(sprintf("  %s -> %s  %.3f%s%s\n", x$names[at[, 2]], x$names[at[, 1]], c$B[at], sure, known), sep = "")
    }
    if (length(x$classes) > 6) cat("... and ", length(x$classes) - 6, " more classes\n", sep = "")
    invisible(x)
}
