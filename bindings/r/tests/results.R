# SPDX-License-Identifier: BSD-3-Clause
# Choice of k, stability, group test, directions, report; and that Ctrl-C stops them.
library(lacon)
study <- system.file("extdata", "study", package = "lacon")
S <- suppressWarnings(lacon(read_data(file.path(study, "people")), 3))
people <- read.delim(file.path(study, "participants.tsv"))
stopifnot(identical(sub("_.*", "", S$variables), c("default", "motor", "visual")[match(S$module, c(
    S$module[["default_1"]], S$module[["motor_1"]], S$module[["visual_1"]]))]))

s <- select_k(read_data(file.path(study, "people")), 2:4)
stopifnot(s$k == 3, identical(tidy(s)$k, c(2, 3, 4)), length(capture.output(print(s))) > 4)

st <- stability(S, resamples = 8)
stopifnot(all(st$stability >= 0 & st$stability <= 1), all(abs(rowSums(st$share) - 1) < 1e-12),
          length(st$agreement) == 8, identical(st$coassignment, t(st$coassignment)),
          all(st$intervals$correlation_low <= st$intervals$correlation_high))
stopifnot(identical(stability(S, resamples = 8)$share, st$share))

# the planted difference is found; ids by column, by names of rows, by order
e <- edge_test(S, ~ group + motion, people, permutations = 199)
stopifnot(e$omnibus_p <= 0.01, sum(tidy(e)$p.fwe <= 0.05) == 1, identical(unname(e$groups), c(16, 16)))
named <- people[sample(32), -1]
rownames(named) <- people$id[match(rownames(named), rownames(people))]
stopifnot(identical(edge_test(S, ~ group + motion, named, permutations = 199)$edges, e$edges))
other <- setNames(people[32:1, ], sub("^id$", "who", names(people)))
rownames(other) <- NULL
stopifnot(identical(edge_test(S, ~ group + motion, other, permutations = 199)$edges, e$edges))
stopifnot(identical(edge_test(S, ~ group + motion, people[-1], permutations = 199)$edges, e$edges))
coded <- transform(people, group = factor(match(group, c("control", "patient"))))
stopifnot(identical(edge_test(S, ~ group + motion, coded, permutations = 199)$edges$p, e$edges$p))
stopifnot(identical(edge_test(S, ~ factor(group) + motion, transform(coded, group = as.integer(group)),
                              permutations = 199)$edges$p, e$edges$p))
fault <- function(expression) conditionMessage(tryCatch(expression, lacon_error = identity))
stopifnot(grepl("absent = \"drop\"", fault(edge_test(S, ~ group, transform(people, group = replace(group, 3, NA))))),
          grepl("id", fault(edge_test(S, ~ group, people[1:5, -1]))), nzchar(fault(edge_test(S, ~ grup, people))))

g <- suppressWarnings(lingam(S, boot = 5))
B <- coef(g)
stopifnot(dim(B) == c(3, 3, 32), all(B[cbind(1:3, 1:3, 1)] == 0), nrow(tidy(g)) == 6 * 32)
l <- suppressWarnings(lingam(S, boot = 0, lags = 1))$classes[[1]]$A
stopifnot(dim(l) == c(3, 3, 1), is.null(g$classes[[1]]$A))

# the pooled connectivity beside the plain one, kept by saveRDS and in folders
P <- lacon(S$data$x, 3, pool = TRUE)
stopifnot(identical(unname(P$G), unname(S$G)), all(P$pooled$low <= P$pooled$G), all(P$pooled$G <= P$pooled$high), P$pooled$rows > 0,
          is.null(S$pooled))
kept <- tempfile()
saveRDS(P, kept)
folder <- tempfile()
save_model(readRDS(kept), folder)
stopifnot(identical(load_model(folder)$pooled, P$pooled))
x <- rexp(500)
chain <- cbind(a = x, b = 2 * x + rexp(500))
stopifnot(abs(coef(lingam(chain, boot = 0))["b", "a", 1] - 2) < 0.2, coef(lingam(chain, boot = 0))["a", "b", 1] == 0)

page <- tempfile(fileext = ".html")
report(S, page, st, e, g, people = people, title = "A study", module_names = c("first", "second", "third"),
       labels = data.frame(variable = S$variables, name = paste0("called-", S$variables)), command = "made-by-me")
html <- paste(readLines(page, warn = FALSE), collapse = "")
for (part in c("A study", "\"stability\"", "\"test\"", "\"causal\"", "coassignment", "\"second\"", "called-motor_1",
               "made-by-me"))
    if (!grepl(part, html, fixed = TRUE)) stop("not in the page: ", part)
stopifnot(grepl("force = TRUE", fault(report(S, page))))
pdf(NULL)
stopifnot(length(plot(st)) == 12, nrow(plot(e)) == 3, nrow(plot(g)) == 3)

# Ctrl-C: within seconds, as an interrupt, and R goes on
if (.Platform$OS.type == "unix") {
    stopped <- function(expression) {
        system(paste0("(sleep 1; kill -INT ", Sys.getpid(), ")"), wait = FALSE)
        tryCatch({ expression; FALSE }, interrupt = function(c) TRUE)
    }
    stopifnot(stopped(stability(S, resamples = 20000)), # half a minute
              stopped(edge_test(S, ~ group, people, permutations = 100000000)),
              stopped(suppressWarnings(lingam(S, boot = 100000))))
    stopifnot(identical(coef(suppressWarnings(lacon(S$data$x, 3)))[1:3], unname(coef(S)[1:3])))
}
