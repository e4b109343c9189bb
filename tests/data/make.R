#!/usr/bin/Rscript
# SPDX-License-Identifier: BSD-3-Clause
# The table of make.py as R writes it (r-base-core of Debian 12). Run here; the tests only read the results.
x <- read.table("savetxt.txt", col.names = c("a", "b", "c", "d"))
write.csv(x, "r.csv")                                     # names of the rows, quotes
write.csv(x, "r_plain.csv", row.names = FALSE, quote = FALSE)
write.csv2(x, "r_csv2.csv")                               # semicolons and decimal commas
write.csv2(x, "r_csv2_crlf.csv", row.names = FALSE, eol = "\r\n")
write.table(x, "r_table.txt")                             # the header is one cell short
write.table(x, "r_tabs.tsv", sep = "\t", row.names = FALSE)
write.table(x, "r_bare.txt", row.names = FALSE, col.names = FALSE)
gz <- gzfile("r.csv.gz", "w")                             # packed by R itself
write.csv(x, gz, row.names = FALSE)
close(gz)
x[3, 2] <- NA
write.csv(x, "r_na.csv", row.names = FALSE)               # NA
write.csv2(x, "r_na2.csv", na = "")                       # an empty cell
x$g <- c("u", "w", "u", "w", "u", "w")
write.csv(x, "r_class.csv", row.names = FALSE)            # a column of words, quoted
