# SPDX-License-Identifier: BSD-3-Clause
# Figures in base graphics. Each returns what it drew, invisibly.

module_colours <- function(k) hcl.colors(max(k, 2), "Dark 3")[seq_len(k)]
diverging <- function(n = 101) hcl.colors(n, "Blue-Red 3")

# Lines of margin that names of this size take, and at least 4.
room_for <- function(names, size = 1) max(4, 0.6 * size * max(nchar(names), 0) + 1)
size_of <- function(n) max(0.4, min(1, 30 / n)) # of n names below each other

# Matrix m with names, first row on top, colours from -most to most, with a key at the right where no values are told.
show_matrix <- function(m, most = max(abs(m), 1e-12, na.rm = TRUE), values = FALSE, main = "", bars = NULL) {
    p <- nrow(m)
    names <- room_for(rownames(m), size_of(p))
    old <- par(mar = c(names, names, 3, if (values) 1 else 6))
    on.exit(par(old))
    image(seq_len(ncol(m)), seq_len(p), t(m[rev(seq_len(p)), , drop = FALSE]), zlim = c(-most, most),
          col = diverging(), axes = FALSE, xlab = "", ylab = "", main = main)
    size <- size_of(p)
    axis(1, seq_len(ncol(m)), colnames(m), las = 2, tick = FALSE, cex.axis = size_of(ncol(m)))
    axis(2, seq_len(p), rev(rownames(m)), las = 1, tick = FALSE, cex.axis = size)
    if (!is.null(bars)) abline(h = p - bars + 0.5, v = bars + 0.5, col = "grey40")
    ink <- ifelse(abs(m) > 0.6 * most, "white", "black") # legible on the dark ends
    if (values) text(col(m), p + 1 - row(m), ifelse(is.na(m), "", sprintf("%.2f", m)), cex = size, col = ink)
    else key(most)
    box()
}

# The colours of show_matrix, right of it.
key <- function(most) {
    edge <- par("usr")
    x <- edge[2] + (edge[2] - edge[1]) * c(0.04, 0.08)
    y <- seq(edge[3], edge[4], length.out = 102)
    rect(x[1], y[-102], x[2], y[-1], col = diverging(), border = NA, xpd = NA)
    text(x[2], y[c(1, 51, 102)], format(c(-most, 0, most), digits = 2), pos = 4, xpd = NA, cex = 0.8)
}

by_module <- function(x) order(ifelse(x$module == 0, Inf, x$module), -rowSums(x$W))

plot.lacon <- function(x, type = c("loadings", "connectivity", "covariance", "classes"), class = NULL, ...) {
    type <- match.arg(type)
    switch(type, loadings = plot_loadings(x), connectivity = plot_connectivity(x, class),
           covariance = plot_covariance(x, class), classes = plot_classes(x))
}

plot_loadings <- function(x) {
    at <- rev(by_module(x))
    sign <- if (is.null(x$sign)) 1 else x$sign[at]
    weight <- rowSums(x$W)[at] * sign
    colour <- c("grey70", module_colours(n_modules(x)))[x$module[at] + 1]
    old <- par(mar = c(4, room_for(x$variables), 2, 1))
    on.exit(par(old))
    room <- c(min(0, weight), 1.25 * max(weight)) # for the legend
    barplot(weight, horiz = TRUE, xlim = room, names.arg = x$variables[at], las = 1, col = colour, border = NA,
            xlab = "weight", cex.names = size_of(length(at)), main = "Modules")
    legend("bottomright", colnames(x$W), fill = module_colours(n_modules(x)), border = NA, bty = "n")
    invisible(x$W[at, , drop = FALSE])
}

of_class <- function(x, class) {
    if (is.null(class)) return(seq_len(n_classes(x)))
    at <- if (is.character(class)) match(class, x$classes$class) else class
    if (anyNA(at)) fail("argument", "class: there is no class '", class[is.na(at)][1], "'")
    at
}

whose <- function(x, at) if (length(at) == 1) paste(",", x$classes$class[at]) else ", mean over classes"

plot_connectivity <- function(x, class) {
    at <- of_class(x, class)
    r <- apply(connectivity(x)[, , at, drop = FALSE], 1:2, mean, na.rm = TRUE)
    show_matrix(r, 1, TRUE, paste0("Correlations of the modules", whose(x, at)))
    invisible(r)
}

# The covariance the model implies, variables by module.
plot_covariance <- function(x, class) {
    at <- of_class(x, class)
    sigma <- Reduce(`+`, fitted(x)[at]) / length(at)
    by <- by_module(x)
    sizes <- table(factor(x$module[by], levels = unique(x$module[by])))
    show_matrix(sigma[by, by], bars = cumsum(sizes)[-length(sizes)], main = paste0("Covariance of the model", whose(x, at)))
    invisible(sigma[by, by])
}

# Correlations of the modules in every class: a line for each class.
plot_classes <- function(x) {
    at <- which(upper.tri(diag(n_modules(x))), arr.ind = TRUE)
    if (nrow(at) == 0) fail("argument", "there is one module only: no pairs to show")
    r <- vapply(seq_len(n_classes(x)), function(c) connectivity(x)[cbind(at, c)], numeric(nrow(at)))
    r <- matrix(r, nrow(at), dimnames = list(paste0("M", at[, 1], "-M", at[, 2]), x$classes$class))
    plot(range(1, nrow(r)), c(-1, 1), type = "n", xaxt = "n", xlab = "", ylab = "correlation", main = "Classes")
    axis(1, seq_len(nrow(r)), rownames(r), las = 2)
    abline(h = 0, col = "grey")
    few <- ncol(r) <= 10 # else nobody could tell the colours apart
    colours <- if (few) module_colours(ncol(r)) else rep("#00000040", ncol(r))
    for (c in seq_len(ncol(r))) points(seq_len(nrow(r)), r[, c], type = "b", pch = 19, col = colours[c])
    if (few) legend("bottomright", colnames(r), col = colours, pch = 19, bty = "n")
    invisible(r)
}

plot.lacon_selection <- function(x, ...) {
    c <- x$curve
    low <- c$loglik - c$se
    high <- c$loglik + c$se
    plot(c$k, c$loglik, type = "b", pch = 19, ylim = range(low, high), xlab = "modules",
         ylab = "held-out log-likelihood per row", main = paste("k =", x$k))
    segments(c$k, low, c$k, high)
    abline(v = x$k, lty = 2, col = "grey40")
    invisible(c)
}

plot.lacon_stability <- function(x, ...) {
    at <- rev(order(ifelse(x$module == 0, Inf, x$module), -x$stability))
    colour <- c("grey70", module_colours(max(x$module, 1)))[x$module[at] + 1]
    k <- max(x$module, 1)
    old <- par(mar = c(4, room_for(x$variables), 2, 6))
    on.exit(par(old))
    barplot(x$stability[at], horiz = TRUE, las = 1, col = colour, border = NA, xlim = c(0, 1),
            xlab = "share of resamples in its module (unassigned: in the likeliest)", main = "Stability",
            cex.names = size_of(length(at)))
    abline(v = 0.5, lty = 2)
    legend(1, par("usr")[4], c(paste0("M", seq_len(k)), "none"), fill = c(module_colours(k), "grey70"), border = NA,
           bty = "n", xpd = NA)
    invisible(x$stability[at])
}

# A forest: effects with their intervals, those significant over all edges in black.
plot.lacon_test <- function(x, ...) {
    e <- x$edges[rev(seq_len(nrow(x$edges))), ]
    at <- seq_len(nrow(e))
    colour <- ifelse(e$p_fwe <= 0.05, "black", "grey60")
    plot(e$effect, at, xlim = range(e$ci_low, e$ci_high, 0, na.rm = TRUE), pch = 19, col = colour, yaxt = "n",
         ylab = "", xlab = x$effect, main = paste("p =", format(x$omnibus_p, digits = 2), "for all edges together"))
    axis(2, at, paste0("M", e$module_a, "-M", e$module_b), las = 1, cex.axis = size_of(length(at)))
    mtext("black: p (family-wise) at most 0.05", 3, 0.2, cex = 0.8)
    segments(e$ci_low, at, e$ci_high, at, col = colour)
    abline(v = 0, lty = 2)
    invisible(e)
}

# Modules on a circle; an arrow's width is its size, dashed where its direction cannot be told.
plot.lacon_causal <- function(x, class = 1, ...) {
    c <- x$classes[[class]]
    k <- length(x$names)
    angle <- pi / 2 - 2 * pi * (seq_len(k) - 1) / k
    place <- cbind(cos(angle), sin(angle))
    plot(place, type = "n", axes = FALSE, asp = 1, xlim = c(-1.4, 1.4), ylim = c(-1.3, 1.3), xlab = "", ylab = "",
         main = names(x$classes[class]))
    at <- which(c$B != 0, arr.ind = TRUE)
    for (i in seq_len(nrow(at))) {
        from <- place[at[i, 2], ]
        to <- place[at[i, 1], ]
        short <- 0.15 * (to - from) / sqrt(sum((to - from)^2)) # room for the names
        effect <- c$B[at[i, 1], at[i, 2]]
        arrows(from[1] + short[1], from[2] + short[2], to[1] - short[1], to[2] - short[2], length = 0.1,
               lwd = 1 + 3 * abs(effect) / max(abs(c$B)), lty = if (c$identifiable[at[i, 1], at[i, 2]] == 0) 2 else 1,
               col = if (effect > 0) "firebrick" else "steelblue")
    }
    text(place, x$names)
    legend("bottom", c("above 0", "below 0", "direction not known"), col = c("firebrick", "steelblue", "black"),
           lty = c(1, 1, 2), horiz = TRUE, bty = "n", cex = 0.8)
    invisible(c$B)
}
