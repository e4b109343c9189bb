# SPDX-License-Identifier: BSD-3-Clause
# The numbers of the command line to the last bit, and each reads the other's folders. LACON_COMMAND names the command.
library(lacon)
command <- Sys.getenv("LACON_COMMAND")
if (command == "") {
    message("LACON_COMMAND is not set: skipped")
    quit(status = 0)
}
dir <- tempfile()
dir.create(dir)
at <- function(...) file.path(dir, ...)
call_lacon <- function(...) stopifnot(system2(command, c(..., "--quiet")) == 0)
equal <- function(a, b) stopifnot(length(a) == length(b), all(a == b | is.na(a) & is.na(b)))
table_of <- function(...) read.delim(at(...), check.names = FALSE)

call_lacon("simulate", "--classes", 4, "--samples", 90, "--variables", 20, "--modules", 3, "--seed", 11, "--out",
           at("s"))
files <- sort(Sys.glob(at("s", "class-*.csv")))
X <- lapply(files, function(f) as.matrix(read.csv(f)))

# fit, by several options: the folder that R writes has the same arrays, byte for byte
same_folder <- function(model, ...) {
    call_lacon("fit", files, "--out", at("cli"), "--force", ...)
    save_model(model, at("r"), force = TRUE)
    bytes <- lapply(c("cli", "r"), function(d) readBin(at(d, "model.npz"), "raw", 1e7))
    stopifnot(identical(bytes[[1]], bytes[[2]]))
    loaded <- load_model(at("cli"))
    stopifnot(identical(coef(loaded), coef(model)), identical(loaded$G, model$G),
              identical(loaded$classes$noise, model$classes$noise))
}
names(X) <- sub(".csv", "", basename(files), fixed = TRUE)
m <- lacon(X, 3, seed = 1)
same_folder(m, "--k", 3, "--seed", 1)
same_folder(lacon(X, 3, noise = "variable", seed = 7, starts = 3), "--k", 3, "--noise", "variable", "--seed", 7,
            "--starts", 3)
same_folder(lacon(X, 4, scale = "center", objective = "sm", seed = 2), "--k", 4, "--scale", "center",
            "--objective", "sm", "--seed", 2)
same_folder(lacon(X, 3, threads = 2), "--k", 3)
same_folder(suppressWarnings(lacon(X, 3, flip = TRUE)), "--k", 3, "--flip", "auto")
same_folder(suppressWarnings(lacon(read_data(at("s")), 3)), "--k", 3)

# covariances beside the model, files of other programs, experiments
bytes_of <- function(...) readBin(at(...), "raw", 1e7)
call_lacon("fit", files, "--k", 3, "--seed", 1, "--shrink", "--out", at("shrunk"))
save_model(m, at("shrunk-r"), shrunk = shrink(m))
stopifnot(identical(bytes_of("shrunk-r", "covariance.npz"), bytes_of("shrunk", "covariance.npz")))
for (to in c("csv", "hdf5", "covariance")) {
    call_lacon("convert", files, "--to", to, "--out", at(to))
    convert(X, at(paste0(to, "-r")), to)
    ours <- list.files(at(paste0(to, "-r")), recursive = TRUE)
    stopifnot(identical(ours, list.files(at(to), recursive = TRUE)), length(ours) > 4)
    for (file in ours[!grepl("h5$|SUMS", ours)]) # HDF5 files keep when they were made
        stopifnot(identical(bytes_of(paste0(to, "-r"), file), bytes_of(to, file)))
    if (to != "covariance") stopifnot(identical(read_data(at(paste0(to, "-r"))), read_data(at("s"), exclude = "truth*")))
}
small <- c("fig2", "--reps", 2, "--samples", 30, "--variables", 10, "--modules", 2, "--classes", 1, "--methods",
           "lacon,kmeans")
call_lacon("experiment", small, "--out", at("fig2"))
f <- experiment("fig2", at("fig2-r"), reps = 2, samples = 30, variables = 10, modules = 2, classes = 1,
                methods = c("lacon", "kmeans"))
stopifnot(identical(bytes_of("fig2-r", "fig2.tsv"), bytes_of("fig2", "fig2.tsv")),
          identical(f$summary, table_of("fig2", "fig2-summary.tsv")), nrow(f$values) == 12,
          !file.exists(at("fig2-r.journal")))
equal(experiment("fig2", reps = 2, samples = 30, variables = 10, modules = 2, classes = 1,
                 methods = "lacon,kmeans")$values$value, f$values$value)

# what follows the fit
call_lacon("fit", files, "--k", 3, "--out", at("m"))
call_lacon("select", files, "--k", "2:5", "--out", at("sel"))
s <- select_k(X, 2:5)
theirs <- table_of("sel", "selection.tsv")
equal(c(s$loglik), theirs$loglik)
equal(s$curve$evidence, theirs$evidence[theirs$fold == 1])
call_lacon("stability", at("m"), files, "--boot", 10, "--level", 0.04, "--out", at("st"))
equal(unname(stability(m, resamples = 10)$stability), table_of("st", "stability.tsv")$stability)
call_lacon("causal", at("m"), files, "--boot", 10, "--out", at("g"))
g <- suppressWarnings(lingam(m, boot = 10))
arrows <- table_of("g", "causal", "class-001.tsv")
equal(coef(g)[cbind(arrows$to, arrows$from, 1)], arrows$weight)
call_lacon("transform", at("m"), files[1:2], "--out", at("t"))
new <- list(a = X[[1]], b = X[[2]])
equal(unlist(read.delim(at("t", "latent", "class-002.tsv"))), c(predict(m, new)$b))
stopifnot(identical(load_model(at("t"))$G[, , 2], predict(m, new, type = "model")$G[, , 2]))
value <- system2(command, c("evaluate", at("m"), files, "--quiet"), stdout = TRUE)
value <- read.delim(text = value)
equal(unname(predict(m, X, type = "loglik")), value$loglik[1:4])

# people
study <- system.file("extdata", "study", package = "lacon")
S <- suppressWarnings(lacon(read_data(file.path(study, "people")), 3))
people <- read.delim(file.path(study, "participants.tsv"))
save_model(S, at("study"))
call_lacon("test", at("study"), "--participants", file.path(study, "participants.tsv"), "--id", "id", "--model",
           shQuote("group + age + motion"), "--perm", 500, "--seed", 4, "--out", at("test"))
e <- edge_test(S, ~ group + age + motion, people, permutations = 500, seed = 4)
theirs <- table_of("test", "edges.tsv")
for (column in names(theirs)) equal(e$edges[[column]], theirs[[column]])
unlink(dir, recursive = TRUE)
