# SPDX-License-Identifier: BSD-3-Clause
# What people hand over: all that means the same gives the same model; all that cannot be meant says so in R's words.
library(lacon)
HS <- read_data(system.file("extdata", "holzinger-9", package = "lacon"))
frame <- do.call(rbind, lapply(names(HS), function(s) data.frame(HS[[s]], school = s)))
m <- lacon(HS, 3)
W <- coef(m)
same <- function(other)
    stopifnot(identical(coef(other), W), identical(other$G, m$G), identical(other$classes, m$classes))

same(lacon(frame, 3, class = "school"))
same(lacon(frame, k = 3, class = factor(frame$school)[seq_len(nrow(frame))], ignore = "school"))
same(lacon(~ . | school, frame, 3))
same(lacon(~ x1 + x2 + x3 + x4 + x5 + x6 + x7 + x8 + x9 | school, data = cbind(frame, age = 13), k = 3))
same(lacon(as.matrix(frame[1:9]), 3, class = frame$school))
same(lacon(lapply(HS, as.data.frame), 3))
same(lacon(list(HS[[1]], HS[[2]]), 3, class = names(HS)))
same(lacon(list("Grant-White" = HS[[1]], Pasteur = HS[[2]][, 9:1]), 3)) # by name
cube <- array(unlist(lapply(HS, function(x) x[1:100, ])), c(100, 9, 2), list(NULL, colnames(HS[[1]]), names(HS)))
stopifnot(identical(coef(lacon(cube, 3)), coef(lacon(lapply(HS, function(x) x[1:100, ]), 3))))
whole <- round(HS[[1]])
storage.mode(whole) <- "integer"
stopifnot(identical(coef(lacon(whole, 2)), coef(lacon(round(HS[[1]]), 2))))
cor1 <- lapply(HS, function(x) cov(x) * (nrow(x) - 1) / nrow(x))
from_cov <- lacon(cor1, 3, n_obs = vapply(HS, nrow, 1L))
stopifnot(identical(from_cov$module, m$module), from_cov$classes$n == m$classes$n)

# files: one table split by a column, columns left out, covariances
table <- tempfile(fileext = ".csv")
write.csv(cbind(id = seq_len(nrow(frame)), frame, sex = 1), table, row.names = FALSE)
same(lacon(read_data(table, class = "school", ignore = c("id", "sex")), 3))
write.csv(cor1[[1]], table, row.names = FALSE)
stopifnot(attr(read_data(table, n_obs = 145), "n_obs") == 145)

# ---- what a fit would not mean ----
told <- function(expression) {
    said <- character()
    value <- withCallingHandlers(expression, lacon_warning = function(w) {
        said <<- c(said, conditionMessage(w))
        invokeRestart("muffleWarning")
    })
    list(said = said, value = value)
}
tells <- function(expression, pattern) {
    said <- told(expression)$said
    if (!any(grepl(pattern, said, fixed = TRUE))) stop("not said: ", pattern, " in: ", paste(said, collapse = "; "))
}
stopifnot(!any(grepl("^class |^[0-9]* classes", told(lacon(HS, 3))$said)))
tells(lacon(cor(HS[[1]]), 2), "row i is the same as column i")
codes <- HS[[1]]
codes[c(2, 7), 4] <- -999
tells(lacon(codes, 2), "-999 occurs 2 times, far from all other values, first in 'x4': if it means missing make it NA")
tells(lacon(cbind(id = seq_len(nrow(HS[[1]])), HS[[1]]), 2), "'id' counts the rows")
series <- t(apply(matrix(sin((1:3600)^2), 30), 1, stats::filter, 0.8^(0:8), circular = TRUE))
tells(lacon(series, 2), "each column is like the next one")
tells(lacon(c(HS, list(again = HS[[1]])), 3), "class again: its values are those of class Grant-White: leave one out")
tells(lacon(apply(HS[[1]], 2, cumsum), 2), "hardly a row tells more than the one before (145 tell as much as")
turned <- lapply(HS, function(x) x %*% diag(c(-1, rep(1, 8))))
tells(lacon(turned, 3), "flip = TRUE guesses from the data")
# rows without a class are left out
some <- frame
some$school[c(3, 9)] <- NA
some$school[200] <- ""
kept <- setdiff(seq_len(nrow(frame)), c(3, 9, 200))
left <- told(lacon(some, 3, class = "school"))
stopifnot(any(grepl("^3 of 301 rows have no class and are left out$", left$said)),
          identical(coef(left$value), coef(lacon(frame[kept, ], 3, class = "school"))))

# ---- faults ----
words <- function(expression, kind, ...) {
    e <- tryCatch(expression, error = identity)
    if (!inherits(e, "lacon_error")) stop("no error of lacon: ", deparse1(substitute(expression)))
    said <- conditionMessage(e)
    if (!inherits(e, paste0("lacon_error_", kind))) stop("of another kind: ", class(e)[1], ": ", said)
    for (pattern in c(...)) if (!grepl(pattern, said)) stop("not said: ", pattern, " in: ", said)
    if (grepl("\x1e|--", said)) stop("not R's words: ", said)
    invisible(e)
}
hole <- HS
hole[[1]][2, 2] <- NA
e <- words(lacon(hole, 3), "data", "x2", "missing = \"marginal\"")
stopifnot("missing" %in% e$remedies$argument)
hole[[1]][2, 2] <- Inf
words(lacon(hole, 3), "data", "x2")
words(lacon(frame, 3), "data", "'school' holds words", "ignore = \"school\"", "class = \"school\"")
words(lacon(data.frame(frame, when = "2020-01-31"), 3), "data", "; so do 'when'", "ignore = c\\(\"school\", \"when\"\\)")
words(lacon(frame, 3, class = rep(NA, 301), ignore = "school"), "data", "none of the rows has one")
words(lacon(transform(frame, school = factor(school)), 3), "data", "'school' holds a factor")
words(lacon(matrix(letters, 13), 1), "data", "words, not numbers")
words(lacon(list(HS[[1]], HS[[2]][, -1]), 3), "shape", "class 2", "8 columns", "first class has 9")
words(lacon(list(HS[[1]], 1:9), 3), "argument", "class 2", "a vector of numbers")
words(lacon(list(HS[[1]], setNames(as.data.frame(HS[[2]]), c("y", paste0("x", 2:9)))), 3), "shape",
      "no variable 'x1'")
words(lacon(list(), 3), "argument", "empty list")
words(lacon(1:10, 3), "argument", "a matrix")
words(lacon(sum, 3), "argument", "function")
words(lacon(array(0, c(2, 2, 2, 2)), 1), "argument", "an array of 4 dimensions")
words(lacon(~ ., k = 2), "argument", "data is missing")
words(lacon("survey.csv", 2), "argument", "read_data")
words(lacon(HS, 3, miss = "drop"), "argument", "do you mean 'missing'")
words(lacon(HS, 3, foo = 1), "argument", "no argument 'foo'; options are x, k, class")
words(lacon(~ log(x1) + x2 | school, frame, 1), "argument", "log\\(x1\\), which is no column")
words(lacon(HS, 3, scale = "zz"), "argument", "scale = \"zz\"", "\"center\"")
words(lacon(HS, 3, flip = NA), "argument", "flip")
words(lacon(HS, 3, pool = NA), "argument", "pool = NA")
words(lacon(HS, 3, seed = NA), "argument", "seed: 'NA'")
words(lacon(HS, 3, max_iter = 1:3), "argument", "max_iter: '1:3'")
words(lacon(HS, 2:3, cv = 5), "argument", "cv = 5")
for (bad in list(NA, "a", -5, 1e300, c(3, 3, 3))) words(lacon(cor1, 3, n_obs = bad), "argument", "n_obs")
words(predict(m, type = "none"), "argument", "type = \"none\"")
words(simulate(m, nsim = 0), "argument", "nsim = 0")
words(read_data(NULL), "argument", "paths")
for (bad in list(NULL, 3, c("a", "b"), NA_character_)) {
    words(load_model(bad), "argument", "dir = ")
    words(save_model(m, bad), "argument", "dir = ")
    words(report(m, bad), "argument", "file = ")
}
page <- tempfile()
for (bad in list(1, list(a = 1:2, b = 1), data.frame())) {
    words(report(m, page, places = bad), "argument", "places")
    words(report(m, page, people = bad), "argument", "people")
}
words(report(m, page, module_names = c("a", "b")), "argument", "3 names")
words(report(m, page, title = NA), "argument", "title = NA")
words(convert(HS, page, "docx"), "argument", "to = \"docx\"", "\"hdf5\"")
words(convert(m, page, "csv"), "argument", "\"brainnet\"")
words(convert(m, page, "jcon"), "argument", "coordinates")
words(convert(HS, page, "nii"), "argument", "needs regions")
words(experiment("fig9"), "argument", "fig9")
words(experiment("table1"), "argument")
words(save_model(m, page, shrunk = 1), "argument", "shrink\\(\\)")
stopifnot(!file.exists(page))
words(lacon(HS), "argument", "k = 3", "k = 2:8")
words(lacon(HS, 0), "argument", "k")
words(lacon(HS, 10), "argument", "k must not exceed")
words(lacon(HS, 2.5), "argument", "k = 2.5", "whole number")
words(lacon(HS, "three"), "argument", "whole number")
words(lacon(HS, c(5, 3)), "argument", "range")
words(lacon(HS, 3, nois = "variable"), "argument", "'nois'", "'noise'")
words(lacon(HS, 3, noise = "varable"), "argument", "noise")
words(lacon(list(a = HS[[1]], b = HS[[2]][1, , drop = FALSE]), 3), "data", "b")
words(lacon(HS[[1]], 3, class = factor(rep("a", 145))), "data", "one level only", "leave class out")
words(lacon(HS[[1]], 3, class = c("a", "b")), "shape", "2 entries", "145 rows")
twice <- frame
names(twice)[2] <- "x1"
words(lacon(twice, 3, class = "school"), "data", "two columns are called 'x1'")
words(lacon(frame, 3, class = "scool"), "argument", "scool")
words(lacon(~ x1 + y | school, frame, 3), "argument", "'y'")
words(lacon(cbind(HS[[1]], flat = 1), 3), "data", "flat")
words(lacon(HS, 3, threads = 0), "argument", "threads")
words(predict(m, HS[[1]][, 1:5]), "shape")
words(load_model(tempfile()), "io")
words(stability(lacon(HS, 3, keep = FALSE)), "argument", "newdata")
words(stability(1), "argument", "a model is expected")

# With a way for missing values it goes on; warnings are of lacon's class.
hole[[1]][2, 2] <- NA
stopifnot(identical(lacon(hole, 3, missing = "marginal")$module, m$module))
w <- tryCatch(lacon(HS, 3, max_iter = 1, starts = 1), warning = identity)
stopifnot(inherits(w, "lacon_warning"))
