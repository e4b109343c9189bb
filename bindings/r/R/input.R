# SPDX-License-Identifier: BSD-3-Clause
# Whatever people have in hand (matrix, frame, list, array) as classes: a list of double matrices with the same
# columns. Faults are told here in words of what was given; those of the numbers are told by the library.

# list(x, labels or NULL, names or NULL, column: name of the column of classes or NULL)
as_classes <- function(x, class = NULL, ignore = NULL) {
    if (is.data.frame(x)) return(from_frame(x, class, ignore))
    if (is.list(x)) return(from_list(x, class, ignore))
    if (is.array(x) && length(dim(x)) == 3) return(from_array(x, class, ignore))
    if (is.matrix(x)) return(from_matrix(x, class, ignore))
    fail("argument", "x is ", what(x), ": a matrix, a data frame, a list of them (one per class), an array rows x ",
         "variables x classes or a formula is expected", if (is.character(x)) "; files are read by read_data()")
}

what <- function(x) {
    if (is.null(x)) "NULL" else if (is.array(x)) paste("an array of", length(dim(x)), "dimensions")
    else if (is.atomic(x)) paste("a vector of", if (is.numeric(x)) "numbers" else typeof(x))
    else paste("of class", base::class(x)[1])
}

from_frame <- function(x, class, ignore) {
    check_unique(names(x))
    column <- NULL
    if (is.character(class) && length(class) == 1 && nrow(x) != 1) {
        if (!class %in% names(x)) fail("argument", "class = \"", class, "\": there is no such column")
        column <- class
        class <- x[[column]]
        x <- x[names(x) != column]
    }
    out <- from_matrix(frame_matrix(drop_columns(x, ignore)), class, NULL)
    out$column <- column
    out
}

frame_matrix <- function(x, where = "") {
    words <- names(x)[!vapply(x, function(v) is.numeric(v) || is.logical(v), NA)]
    if (length(words))
        fail("data", where, "column '", words[1], "' holds ", if (is.factor(x[[words[1]]])) "a factor" else "words",
             ", not numbers: leave it out (ignore = \"", words[1],
             "\"), or if it names the classes split by it (class = \"", words[1], "\")", other_words(words),
             remedies = data.frame(argument = c("ignore", "class"), value = words[1]))
    as.matrix(x)
}

# All that hold no numbers, once for all.
other_words <- function(words) {
    if (length(words) == 1) return("")
    paste0("; so do ", paste0("'", utils::head(words[-1], 12), "'", collapse = ", "), if (length(words) > 13) ", ...",
           ": all are left out by ignore = c(", paste0('"', utils::head(words, 13), '"', collapse = ", "), ")")
}

check_unique <- function(names, where = "") {
    twice <- unique(names[duplicated(names)])
    if (length(twice))
        fail("data", where, "two columns are called '", twice[1], "': names of variables must be unique")
}

drop_columns <- function(x, ignore) {
    if (is.null(ignore)) return(x)
    at <- if (is.character(ignore)) match(ignore, colnames(x)) else as.integer(ignore)
    bad <- is.na(at) | at < 1 | at > ncol(x)
    if (any(bad)) fail("argument", "ignore: there is no column '", ignore[bad][1], "'")
    x[, -at, drop = FALSE]
}

# The numbers of one class.
plain <- function(x, where = "") {
    if (is.data.frame(x)) {
        check_unique(names(x), where)
        x <- frame_matrix(x, where)
    }
    if (!is.matrix(x)) fail("argument", where, what(x), ": a matrix of rows by variables is expected")
    if (!is.numeric(x) && !is.logical(x))
        fail("data", where, "holds ", if (is.character(x)) "words" else typeof(x), ", not numbers")
    check_unique(colnames(x), where)
    if (nrow(x) == 0 || ncol(x) == 0) fail("data", where, "there are ", nrow(x), " rows and ", ncol(x), " columns")
    if (!is.double(x)) storage.mode(x) <- "double" # else it is not copied
    x
}

from_matrix <- function(x, class, ignore) {
    x <- drop_columns(plain(x), ignore)
    if (is.null(class)) return(list(x = list(x), labels = NULL, names = colnames(x)))
    class <- check_class(class, nrow(x))
    if (anyNA(class)) {
        tell(paste(sum(is.na(class)), "of", nrow(x), "rows have no class and are left out"))
        x <- x[!is.na(class), , drop = FALSE]
        class <- class[!is.na(class)]
    }
    labels <- unique(class) # in order of appearance, as the command line has them
    list(x = lapply(labels, function(one) x[class == one, , drop = FALSE]), labels = labels,
         names = colnames(x))
}

check_class <- function(class, rows) {
    if (length(class) != rows)
        fail("shape", "class has ", length(class), " entries, but there are ", rows,
             " rows: one for each row is expected")
    class <- as.character(class)
    class[!nzchar(class)] <- NA
    found <- unique(class[!is.na(class)])
    if (length(found) == 0) fail("data", "class: none of the rows has one")
    if (length(found) == 1)
        fail("data", "class has one level only, '", found, "': leave class out to take all rows as one class")
    class
}

from_list <- function(x, class, ignore) {
    if (length(x) == 0) fail("argument", "x is an empty list: a matrix for each class is expected")
    if (!is.null(class) && is.null(names(x)) && length(class) == length(x)) names(x) <- as.character(class)
    else if (!is.null(class)) fail("argument", "class goes with one table; the classes of a list are its elements")
    labels <- names(x)
    where <- paste0(if (is.null(labels)) paste("class", seq_along(x)) else paste0("class '", labels, "'"), ": ")
    x <- lapply(seq_along(x), function(i) drop_columns(plain(x[[i]], where[i]), ignore))
    names <- colnames(x[[1]])
    list(x = lapply(seq_along(x), function(i) same_columns(x[[i]], x[[1]], where[i])), labels = labels,
         names = names)
}

# By name where both have names, by position otherwise.
same_columns <- function(x, first, where) {
    if (ncol(x) != ncol(first))
        fail("shape", where, ncol(x), " columns, but the first class has ", ncol(first),
             ": all classes need the same variables")
    if (is.null(colnames(x)) || is.null(colnames(first)) || identical(colnames(x), colnames(first))) return(x)
    absent <- setdiff(colnames(first), colnames(x))
    if (length(absent)) fail("shape", where, "there is no variable '", absent[1], "', which the first class has")
    x[, colnames(first), drop = FALSE]
}

from_array <- function(x, class, ignore) {
    names <- dimnames(x)
    slices <- lapply(seq_len(dim(x)[3]), function(c) matrix(x[, , c], dim(x)[1], dim(x)[2], dimnames = names[1:2]))
    if (!is.null(names)) names(slices) <- names[[3]]
    from_list(slices, class, ignore)
}

# ~ a + b | g and ~ . | g: the columns, and the column of classes.
from_formula <- function(formula, data) {
    if (length(formula) != 2) fail("argument", "the formula has a left side: ~ variables | class is expected")
    right <- formula[[2]]
    class <- NULL
    if (is.call(right) && identical(right[[1]], as.name("|"))) {
        class <- all.vars(right[[3]])
        right <- right[[2]]
    }
    if (length(class) > 1) fail("argument", "after | one column of classes is expected, not ", length(class))
    absent <- setdiff(c(class, setdiff(all.vars(right), ".")), names(data))
    if (length(absent)) fail("argument", "there is no column '", absent[1], "' in the data")
    names <- attr(terms(stats::as.formula(call("~", right)), data = data[setdiff(names(data), class)]), "term.labels")
    names <- gsub("^`|`$", "", names)
    made <- setdiff(names, names(data))
    if (length(made))
        fail("argument", "the formula has ", made[1], ", which is no column: add it to the data, then name it here")
    list(x = data[c(names, class)], class = class)
}

# The data of the library. n_obs: x are covariances of so many rows. R does not know how large they are, so they are not
# left to its collector: who asks for them lets go of them (release).
make_data <- function(session, classes, missing = "refuse", n_obs = NULL) {
    if (missing == "refuse") check_complete(classes)
    if (!is.null(n_obs)) n_obs <- check_counts(n_obs, length(classes$x))
    ask(session, .Call(C_data, session, classes$x, classes$labels, classes$names, missing, n_obs))
}

check_counts <- function(n_obs, classes) {
    if (!is.numeric(n_obs) || anyNA(n_obs) || !length(n_obs) %in% c(1, classes) || any(n_obs < 2 | n_obs > 2^53))
        fail("argument", "n_obs = ", deparse1(n_obs), ": the number of rows of the ", classes,
             " covariances is expected, from 2 on, one for all or one for each")
    rep_len(as.double(n_obs), classes)
}

check_complete <- function(classes) {
    holes <- vapply(classes$x, function(x) sum(is.na(x)), 1)
    if (all(holes == 0)) return()
    c <- which(holes > 0)[1]
    at <- which(is.na(classes$x[[c]]), arr.ind = TRUE)[1, ]
    label <- if (is.null(classes$labels)) c else paste0("'", classes$labels[c], "'")
    name <- if (is.null(classes$names)) at[2] else paste0("'", classes$names[at[2]], "'")
    fail("data", sum(holes), if (sum(holes) == 1) " value is" else " values are", " missing, the first in class ",
         label, ", row ", at[1], ", variable ", name, ": fill in, drop the columns (ignore), or say what to do with ",
         "missing values (missing = \"marginal\", \"pairwise\" or \"drop\")",
         remedies = data.frame(argument = c("missing", "ignore"), value = c("\"marginal\"", NA)))
}

release <- function(data) .Call(C_release, data)
