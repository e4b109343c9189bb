# SPDX-License-Identifier: BSD-3-Clause
# What R asks of a model, against sums written out here.
library(lacon)
HS <- read_data(system.file("extdata", "holzinger-9", package = "lacon"))
m <- lacon(HS, 3)
key <- rep(c("visual", "textual", "speed"), each = 3)
stopifnot(all(rowSums(table(key, m$module) > 0) == 1), all(m$module > 0)) # the three factors
stopifnot(all(coef(m) >= 0), max(abs(crossprod(coef(m)) - diag(3))) < 1e-12)

# the model's covariance and the likelihood of the scaled rows
z <- lapply(HS, function(x) scale(x) * sqrt(nrow(x) / (nrow(x) - 1)))
sigma <- fitted(m)
by_hand <- coef(m) %*% m$G[, , 1] %*% t(coef(m)) + m$classes$noise[1] * diag(9)
stopifnot(max(abs(sigma[[1]] - by_hand)) < 1e-12,
          max(abs(sigma[[2]] %*% fitted(m, inverse = TRUE)[[2]] - diag(9))) < 1e-12)
density <- function(x, s) -0.5 * (nrow(x) * (9 * log(2 * pi) + determinant(s)$modulus) + sum((x %*% solve(s)) * x))
ll <- sum(mapply(density, z, sigma))
stopifnot(abs(as.numeric(logLik(m)) - ll) < 1e-8 * abs(ll)) # rounding of 301 rows
stopifnot(nobs(m) == 301, attr(logLik(m), "df") == 6 + 2 * 6 + 2, isTRUE(all.equal(AIC(m), -2 * ll + 40)),
          isTRUE(all.equal(BIC(m), -2 * ll + 20 * log(301))))

# E[z | x] = G (G + v I)^-1 W'x
G <- m$G[, , 2]
latent <- z[[2]] %*% coef(m) %*% solve(G + m$classes$noise[2] * diag(3)) %*% G
stopifnot(max(abs(predict(m)[[2]] - latent)) < 1e-10, identical(dim(predict(m, HS[[1]])), c(145L, 3L)))
stopifnot(isTRUE(all.equal(sum(m$classes$n * predict(m, HS, type = "loglik")), ll)))
stopifnot(identical(predict(m, HS$Pasteur, class = "Pasteur"), predict(m)$Pasteur))
stopifnot(identical(predict(m, as.data.frame(HS$Pasteur), class = "Pasteur"), predict(m)$Pasteur))
new <- predict(m, list(new = HS[[1]][1:80, ]), type = "model")
stopifnot(inherits(new, "lacon"), identical(coef(new), coef(m)), new$classes$n == 80)
r <- connectivity(m)
stopifnot(all(abs(apply(r, 3, diag) - 1) < 1e-15), identical(connectivity(m, "covariance"), m$G))

# draws: same seed, same rows; R's generator where none is given; units of the data
stopifnot(identical(simulate(m, seed = 3), simulate(m, seed = 3)), length(simulate(m, 2, seed = 3)) == 2)
set.seed(1); a <- simulate(m)
set.seed(1); b <- simulate(m)
stopifnot(identical(a, b))
many <- simulate(m, seed = 5, n = 20000)
stopifnot(max(abs(colMeans(many[[1]]) - colMeans(HS[[1]]))) < 0.05, # 5 standard errors of the widest variable
          max(abs(cor(many[[1]]) - cov2cor(sigma[[1]]))) < 0.03)

# turned round: known signs, found signs
reversed <- HS
for (i in 1:2) reversed[[i]][, c(2, 9)] <- 10 - reversed[[i]][, c(2, 9)]
found <- lacon(reversed, 3, flip = TRUE)
stopifnot(identical(found$module, m$module), found$sign[["x2"]] != found$sign[["x1"]])
told <- lacon(reversed, 3, flip = c(x2 = -1, x9 = -1))
stopifnot(isTRUE(all.equal(coef(told), coef(m), tolerance = 1e-10)),
          identical(which(told$sign < 0), c(x2 = 2L, x9 = 9L)))

# a file of R keeps the model alive
file <- tempfile()
saveRDS(m, file)
back <- readRDS(file)
stopifnot(identical(fitted(back), fitted(m)), identical(predict(back), predict(m)))

# words and tables
stopifnot(length(capture.output(print(m))) > 3, length(capture.output(print(summary(m)))) > 20)
stopifnot(identical(tidy(m)$term, colnames(HS[[1]])), nrow(tidy(m, "connectivity")) == 12, glance(m)$AIC == AIC(m))
if (requireNamespace("generics", quietly = TRUE)) stopifnot(identical(generics::tidy(m), tidy(m)))
pdf(NULL)
stopifnot(is.matrix(plot(m)), all(abs(diag(plot(m, "connectivity")) - 1) < 1e-12), nrow(plot(m, "covariance")) == 9,
          nrow(plot(m, "classes")) == 3)
chosen <- lacon(HS, 1:4)
stopifnot(chosen$selection$k == 3, identical(coef(chosen), coef(m)), nrow(plot(chosen$selection)) == 4)
