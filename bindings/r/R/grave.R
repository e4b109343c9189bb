# SPDX-License-Identifier: BSD-3-Clause
# What makes a fit mean something else than was meant, as warnings: the same that `lacon fit` says.

labels_of <- function(classes)
    if (is.null(classes$labels)) sprintf("class-%03d", seq_along(classes$x)) else classes$labels

who <- function(labels) {
    shown <- paste0(paste(utils::head(labels, 12), collapse = ", "), if (length(labels) > 12) ", ...")
    if (length(labels) == 1) paste("class", shown) else paste0(length(labels), " classes (", shown, "), the first")
}

# Of data that are not scaled yet.
tell_before <- function(session, data, classes) {
    seen <- ask(session, .Call(C_glance, session, data))
    labels <- labels_of(classes)
    names <- if (is.null(classes$names)) paste0("V", seq_len(ncol(classes$x[[1]]))) else classes$names
    tell_copies(classes$x, labels)
    if (any(square <- seen[, 1] != 0))
        tell(paste0(who(labels[square]), ": row i is the same as column i: a covariance or a correlation, and no ",
                    "observations? Say of how many observations (n_obs)"))
    if (is.null(classes$names) && any(turned <- seen[, 6] != 0))
        tell(paste0(who(labels[turned]), ": each column is like the next one, as moments of a series are: are rows the ",
                    "variables? Turn the matrix (t(x))"))
    if (any(coded <- seen[, 3] >= 2)) {
        first <- seen[which(coded)[1], ]
        tell(paste0(who(labels[coded]), ": ", format(first[4]), " occurs ", first[3], " times, far from all other ",
                    "values, first in '", names[first[5]], "': if it means missing make it NA (missing = \"marginal\")"))
    }
    if (any(counts <- seen[, 2] > 0))
        tell(paste0(who(labels[counts]), ": '", names[seen[which(counts)[1], 2]], "' counts the rows and is no ",
                    "variable: leave it out (ignore)"))
}

# Classes with the very numbers of another.
tell_copies <- function(x, labels) {
    mark <- vapply(x, function(a) paste(nrow(a), paste(format(a[c(1, nrow(a)), ], digits = 15), collapse = " ")), "")
    for (c in which(duplicated(mark))) {
        twin <- Find(function(o) identical(unname(x[[o]]), unname(x[[c]])), which(mark[seq_len(c - 1)] == mark[c]))
        if (length(twin))
            tell(paste0("class ", labels[c], ": its values are those of class ", labels[twin], ": leave one out"))
    }
}

# Fifty rows and more that tell as much as a handful, each close to the one before: a drift leaves rows that differ.
tell_walks <- function(classes, x) {
    walks <- classes$n >= 50 & classes$effective < 5
    walks[walks] <- vapply(x[walks], function(a) {
        a <- sweep(a, 2, colMeans(a, na.rm = TRUE))
        sum(a[-1, ] * a[-nrow(a), ], na.rm = TRUE) > 0.9 * sum(a^2, na.rm = TRUE)
    }, NA)
    if (!any(walks)) return(invisible())
    first <- which(walks)[1]
    tell(paste0(who(classes$class[walks]), ": hardly a row tells more than the one before (", classes$n[first],
                " tell as much as ", round(classes$effective[first]), "): levels, such as prices? Take their changes ",
                "from row to row (returns)"))
}
