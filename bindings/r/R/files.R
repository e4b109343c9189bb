# SPDX-License-Identifier: BSD-3-Clause
# Files: tables of every format the library reads, model folders shared with the command line, the report.

# A named list of matrices; with n_obs the tables are covariances, and the attribute n_obs goes with them. Options that
# are lists of names may be vectors.
read_data <- function(paths, class = NULL, ..., n_obs = NULL, missing = c("refuse", "marginal", "pairwise", "drop")) {
    if (!is.character(paths) || length(paths) == 0 || anyNA(paths))
        fail("argument", "paths = ", deparse1(paths), ": names of files and folders are expected")
    listed <- lapply(list(...), function(v) if (length(v) > 1) paste(v, collapse = ",") else v)
    dots <- deal(listed, "read", not = c("missing", "class-column", "covariance"))
    session <- open_session(1)
    own <- list(class_column = class, covariance = n_obs, missing = one_of(missing, c("refuse", "marginal", "pairwise", "drop")))
    o <- as_options(c(dots$read, own))
    found <- ask(session, .Call(C_read, session, path.expand(paths), o$names, o$values))
    x <- lapply(found$x, function(m) {
        colnames(m) <- found$names
        m
    })
    structure(setNames(x, found$labels), n_obs = if (!is.null(n_obs)) found$n)
}

save_model <- function(object, dir, force = FALSE, shrunk = NULL) {
    check_model(object)
    if (!is.null(shrunk) && !inherits(shrunk, "lacon_shrunk"))
        fail("argument", "shrunk is ", what(shrunk), ": what shrink() gives is expected")
    dir <- path.expand(one_text(dir))
    session <- open_session(1)
    command <- if (is.null(object$call)) "R" else paste("R:", deparse1(object$call))
    ask(session, .Call(C_save, session, model_box(session, object), dir, one_flag(force), command, shrunk$box))
    invisible(object)
}

load_model <- function(dir) {
    session <- open_session(1)
    new_model(ask(session, .Call(C_load, session, path.expand(one_text(dir)))), call = call("load_model", dir))
}

# The subfolder and the kind (box_kind in src/lacon_r.h) of each result that a page may show.
BESIDE <- list(lacon_selection = list("selection", 2L), lacon_stability = list("stability", 3L),
               lacon_test = list("test", 4L), lacon_causal = list("causal", 5L))

# A page of the model and of what is given after it: stability(), edge_test(), lingam(), select_k().
report <- function(object, file, ..., people = NULL, id = NULL, places = NULL, labels = NULL, module_names = NULL,
                   title = "Model", command = "report() in R", in_space = FALSE, anonymise = FALSE, force = FALSE) {
    check_model(object)
    file <- path.expand(one_text(file))
    if (!one_flag(force) && file.exists(file)) fail("io", file, " exists already: force = TRUE replaces it")
    if (!is.null(people)) check_frame(people, "people")
    table <- if (!is.null(people)) people_of(people, id, object$classes$class)
    tables <- list(table$table, frame_text(places, "places"), frame_text(labels, "labels"),
                   frame_text(named_modules(module_names, n_modules(object)), "module_names"))
    texts <- c(table$id %or% NA_character_, one_text(title), one_text(command, none = TRUE))
    dir <- tempfile("model")
    on.exit(unlink(dir, recursive = TRUE))
    save_model(object, dir)
    session <- open_session(1)
    for (result in c(list(object$selection), list(...))) if (!is.null(result)) write_beside(session, result, dir)
    data <- if (!is.null(object$data) && is.null(object$data$n_obs)) data_as(session, object)
    ask(session, .Call(C_report, session, file, dir, data, tables, texts, one_flag(in_space), one_flag(anonymise)))
    invisible(file)
}

check_frame <- function(x, name) {
    if (!is.data.frame(x) || ncol(x) == 0) fail("argument", name, " is ", what(x), ": a data frame is expected")
    check_unique(names(x), paste0(name, ": "))
}

frame_text <- function(x, name) {
    if (is.null(x)) return(NULL)
    check_frame(x, name)
    text_table(x)
}

# Names in the order of the modules, or a table with the columns module and name.
named_modules <- function(names, k) {
    if (is.null(names) || is.data.frame(names)) return(names)
    if (!is.character(names) || length(names) != k)
        fail("argument", "module_names: ", k, " names are expected, or a data frame with the columns module and name")
    data.frame(module = seq_len(k), name = names)
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

# ---- files of other programs -------------------------------------------------------------------------------------

ROWS_AS <- c("csv", "tsv", "1D", "npy", "npz", "mat", "hdf5", "ptseries", "nii", "covariance")
MODEL_AS <- list(image = c(image = "modules_dseg.nii.gz"), brainnet = c(regions = "regions", modules = "modules"),
                 jcon = c(jcon = "network.jcon"))

# A folder that appears complete, when write(path) has returned, or not at all.
in_folder <- function(session, dir, force, write) {
    begun <- ask(session, .Call(C_folder_begin, session, dir, one_flag(force)))
    on.exit(release(begun$folder))
    write(begun$path)
    ask(session, .Call(C_folder_end, session, begun$folder))
}

# Data (a file for each class) or a model, as lacon convert writes them.
convert <- function(x, dir, to, class = NULL, regions = NULL, labels = NULL, coordinates = NULL, step_s = 0,
                    force = FALSE) {
    model <- inherits(x, "lacon")
    to <- one_of(to, if (model) names(MODEL_AS) else ROWS_AS)
    dir <- path.expand(one_text(dir))
    where <- path.expand(c(one_text(regions, none = TRUE), one_text(labels, none = TRUE),
                           one_text(coordinates, none = TRUE)))
    if (!is.numeric(step_s) || length(step_s) != 1 || is.na(step_s) || step_s < 0)
        fail("argument", "step_s = ", deparse1(step_s), ": seconds between rows are expected")
    if (to %in% c("nii", "image") && is.null(regions))
        fail("argument", "to = \"", to, "\" needs regions: the label image that has the variables as regions")
    session <- open_session(1)
    if (model) {
        box <- model_box(session, x)
        in_folder(session, dir, force, function(path) for (part in names(MODEL_AS[[to]]))
            ask(session, .Call(C_model_write, session, box, part, file.path(path, MODEL_AS[[to]][[part]]), where, step_s)))
    } else {
        classes <- as_classes(x, class)
        data <- make_data(session, classes, "marginal")
        on.exit(release(data))
        in_folder(session, dir, force, function(path) write_classes(session, classes, data, to, path, where, step_s))
    }
    invisible(dir)
}

# A file for each class; covariances in a folder of their own, with the table of class and n that reads them.
write_classes <- function(session, classes, data, to, path, where, step_s) {
    names <- file_names(classes$labels %or% sprintf("class-%03d", seq_along(classes$x)))
    if (to == "covariance") {
        lines <- c("class\tn", paste0(names, "\t", vapply(classes$x, nrow, 1L)))
        writeLines(enc2utf8(lines), file.path(path, "observations.tsv"), useBytes = TRUE)
        path <- file.path(path, "covariance")
        dir.create(path)
    }
    files <- file.path(path, paste0(names, .Call(C_file_end, to)))
    for (c in seq_along(names))
        ask(session, .Call(C_data_write, session, data, c - 1L, to, files[c], where, step_s))
}

# As the command line has them: what no file system takes becomes _, twins get ~2, ~3, ..
file_names <- function(labels) {
    names <- gsub("[/\\\\:*?\"<>|[:cntrl:]]", "_", substr(labels, 1, 50)) # at most 200 bytes
    names <- sub("^[.]|^$", "_", names)
    twin <- stats::ave(seq_along(names), names, FUN = seq_along)
    paste0(names, ifelse(twin > 1, paste0("~", twin), ""))
}

# ---- the paper's experiments -------------------------------------------------------------------------------------

experiment <- function(name, dir = NULL, x = NULL, class = NULL, reps = 0, methods = NULL, classes = NULL,
                       samples = NULL, variables = NULL, modules = 5, noise = 1, limit_s = 10, train = 0, test = 0,
                       k = 2:10, scale = c("z", "center", "none"), missing = c("refuse", "marginal", "drop"),
                       restart = FALSE, force = FALSE, seed = 1, threads = getOption("lacon.threads", 1L)) {
    session <- open_session(threads)
    name <- one_text(name)
    missing <- one_of(missing, c("refuse", "marginal", "drop"))
    data <- if (!is.null(x)) make_data(session, as_classes(x, class), missing)
    if (!is.null(x)) on.exit(release(data))
    to <- if (is.null(dir)) tempfile("experiment") else path.expand(one_text(dir))
    if (is.null(dir)) on.exit(unlink(to, recursive = TRUE), add = TRUE)
    listed <- function(v) if (is.null(v)) NA_character_ else paste(v, collapse = ",")
    journal <- if (is.null(dir)) NA_character_ else paste0(sub("/+$", "", to), ".journal")
    texts <- c(listed(methods), listed(classes), listed(samples), listed(variables), journal)
    counts <- c(one_count(reps), one_count(seed), one_count(modules, 1), one_count(train), one_count(test),
                one_count(min(k), 1, "k"), one_count(max(k), 1, "k"), one_flag(restart), as.double(noise),
                as.double(limit_s))
    scale <- one_of(scale, c("z", "center", "none"))
    work <- function(path) ask(session, .Call(C_experiment, session, name, path, data, scale, texts, counts))
    if (!is.null(dir)) { # first the work, then the results from the journal: what is killed in between goes on from it
        release(ask(session, .Call(C_folder_begin, session, to, one_flag(force)))$folder) # told before it, not after
        work(NULL)
        counts[8] <- 0
    }
    in_folder(session, to, force, work)
    if (!is.null(dir)) unlink(journal)
    read <- function(end) utils::read.delim(file.path(to, paste0(name, end)), check.names = FALSE)
    structure(list(name = name, summary = read("-summary.tsv"), values = read(".tsv")), class = "lacon_experiment")
}

print.lacon_experiment <- function(x, ...) {
    cat(x$name, ": ", nrow(x$values), " values\n", sep = "")
    print(x$summary[intersect(c("classes", "samples", "variables", "method", "measure", "count", "mean", "sd"),
                              names(x$summary))], digits = 3, row.names = FALSE)
    invisible(x)
}
