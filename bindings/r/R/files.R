# SPDX-License-Identifier: BSD-3-Clause
# Files: tables of every format the library reads, model folders shared with the command line, the report.

# A named list of matrices; with n_obs the tables are covariances, and the attribute n_obs goes with them. Options that
# are lists of names may be vectors.
read_data <- function(paths, class = NULL, ..., n_obs = NULL, missing = c("refuse", "marginal", "pairwise", "drop")) {
    listed <- lapply(list(...), function(v) if (length(v) > 1) paste(v, collapse = ",") else v)
    dots <- deal(listed, "read", not = c("missing", "class-column", "covariance"))
    session <- open_session(1)
    own <- list(class_column = class, covariance = n_obs, missing = match.arg(missing))
    o <- as_options(c(dots$read, own))
    found <- ask(session, .Call(C_read, session, path.expand(as.character(paths)), o$names, o$values))
    x <- lapply(found$x, function(m) {
        colnames(m) <- found$names
        m
    })
    structure(setNames(x, found$labels), n_obs = if (!is.null(n_obs)) found$n)
}

save_model <- function(object, dir, force = FALSE) {
    check_model(object)
    session <- open_session(1)
    command <- if (is.null(object$call)) "R" else paste("R:", deparse1(object$call))
    ask(session, .Call(C_save, session, model_box(session, object), path.expand(dir), force, command))
    invisible(object)
}

load_model <- function(dir) {
    session <- open_session(1)
    new_model(ask(session, .Call(C_load, session, path.expand(dir))), call = call("load_model", dir))
}

# The subfolder and the kind (box_kind in src/lacon_r.h) of each result that a page may show.
BESIDE <- list(lacon_selection = list("selection", 2L), lacon_stability = list("stability", 3L),
               lacon_test = list("test", 4L), lacon_causal = list("causal", 5L))

# A page of the model and of what is given after it: stability(), edge_test(), lingam(), select_k().
report <- function(object, file, ..., people = NULL, id = NULL, places = NULL, title = NULL, anonymise = FALSE,
                   force = FALSE) {
    check_model(object)
    file <- path.expand(file)
    if (!force && file.exists(file)) fail("io", file, " exists already: force = TRUE replaces it")
    dir <- tempfile("model")
    on.exit(unlink(dir, recursive = TRUE))
    save_model(object, dir)
    session <- open_session(1)
    for (result in c(list(object$selection), list(...))) if (!is.null(result)) write_beside(session, result, dir)
    data <- if (!is.null(object$data) && is.null(object$data$n_obs)) data_as(session, object)
    table <- if (!is.null(people)) people_of(people, id, object$classes$class)
    where <- if (!is.null(places)) lapply(places, function(v) if (is.numeric(v)) number_text(v) else as.character(v))
    ask(session, .Call(C_report, session, file, dir, data, table$table, table$id, where, title %or% "Model",
                       anonymise))
    invisible(file)
}

arrows_file <- function(dir, label) file.path(dir, "causal", paste0(gsub("[^A-Za-z0-9._-]", "_", label), ".tsv"))

write_beside <- function(session, result, dir) {
    kind <- BESIDE[[class(result)[1]]]
    if (is.null(kind))
        fail("argument", "report() shows results of stability(), edge_test(), lingam() and select_k(), not ",
             what(result))
    to <- file.path(dir, kind[[1]])
    dir.create(to)
    ask(session, .Call(C_write, session, result$box, to, kind[[2]]))
    if (!inherits(result, "lacon_causal")) return()
    dir.create(file.path(to, "causal"))
    for (c in seq_along(result$classes))
        ask(session, .Call(C_write_arrows, session, result$box, c - 1L, arrows_file(to, names(result$classes)[c])))
}
