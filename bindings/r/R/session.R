# SPDX-License-Identifier: BSD-3-Clause
# A call of the library from R: a session (context) per call, failures as conditions with lacon's sentence in R's
# words, warnings as warnings, Ctrl-C as an interrupt.

open_session <- function(threads) {
    if (!is.numeric(threads) || length(threads) != 1 || is.na(threads) || threads < 1)
        fail("argument", "threads = ", deparse1(threads), ": a number from 1 on is expected")
    .Call(C_open, as.integer(threads))
}

# Arguments that are one word of several, one text, yes or no, one number: the value, or the fault by its name.
one_of <- function(value, among, name = deparse1(substitute(value))) {
    if (is.null(value) || identical(value, among)) return(among[1])
    if (!is.character(value) || length(value) != 1 || !value %in% among)
        fail("argument", name, " = ", deparse1(value), ": it must be one of ", paste(dQuote(among, FALSE), collapse = ", "))
    value
}

one_text <- function(value, name = deparse1(substitute(value)), none = FALSE) {
    if (none && is.null(value)) return(NA_character_)
    if (!is.character(value) || length(value) != 1 || is.na(value))
        fail("argument", name, " = ", deparse1(value), ": one text is expected")
    value
}

one_flag <- function(value, name = deparse1(substitute(value))) {
    if (!is.logical(value) || length(value) != 1 || is.na(value))
        fail("argument", name, " = ", deparse1(value), ": TRUE or FALSE is expected")
    value
}

# A whole number that a double holds exactly.
one_count <- function(value, least = 0, name = deparse1(substitute(value))) {
    if (!is.numeric(value) || length(value) != 1 || is.na(value) || value != round(value) || value < least ||
        value > 2^53)
        fail("argument", name, " = ", deparse1(value), ": a whole number from ", least, " on is expected")
    as.double(value)
}

# The value of a .Call, or the condition it stands for.
ask <- function(session, value) {
    force(value)
    for (sentence in .Call(C_said, session)) tell(sentence)
    if (inherits(value, "lacon_failure")) raise(value)
    if (.Call(C_stopped, session)) interrupt()
    value
}

fail <- function(kind, ..., remedies = no_remedies()) {
    stop(structure(class = c(paste0("lacon_error_", kind), "lacon_error", "error", "condition"),
                   list(message = paste0(...), call = NULL, remedies = remedies)))
}

tell <- function(sentence) {
    warning(structure(class = c("lacon_warning", "warning", "condition"),
                      list(message = in_r_words(sentence), call = NULL)))
}

raise <- function(failure) {
    if (failure$stopped) interrupt()
    fail(tolower(sub("LACON_E_", "", failure$name, fixed = TRUE)), in_r_words(plain_option(failure$marked)),
         remedies = remedies(failure$marked))
}

# Sentences about the value of an option begin with its name: "max-iter: 'x' is not a whole number".
plain_option <- function(text) {
    begin <- regmatches(text, regexpr("^[a-z]+(-[a-z]+)+:", text))
    if (length(begin)) paste0(r_name(sub(":", "", begin)), substring(text, nchar(begin))) else text
}

# As if R itself had been interrupted: tryCatch(interrupt = ) sees it, nothing is returned.
interrupt <- function() {
    signalCondition(structure(class = c("interrupt", "condition"), list(message = "interrupted", call = NULL)))
    invokeRestart("abort")
}

# ---- sentences: the byte 0x1E stands before the name of an option ------------------------------------------------

MARKED <- "\x1e([a-z-]+)( '([^']*)'| ([^ ,;:)]+))?"

# Options that are called otherwise in R.
R_NAMES <- c("class-column" = "class", "covariance" = "n_obs", "out" = "save_model()")
FLAGS <- c("force", "align-labels", "observed", "restart", "transpose", "keep-missing")

r_name <- function(option) if (option %in% names(R_NAMES)) R_NAMES[[option]] else gsub("-", "_", option)

choices <- function(option) {
    for (table in c("fit", "select", "stability", "test", "causal", "read")) {
        rows <- .Call(C_options, table)
        at <- match(option, rows$name)
        if (!is.na(at) && rows$kind[at] == "choice") return(strsplit(rows$range[at], "|", fixed = TRUE)[[1]])
    }
    character()
}

no_remedies <- function() data.frame(argument = character(), value = character())

# One piece "option", "option 'value'" or "option word": the argument, its value or NA, and what of the piece is
# neither and stays in the sentence.
read_piece <- function(piece) {
    part <- regmatches(piece, regexec(MARKED, piece))[[1]]
    option <- part[2]
    word <- part[5]
    is_value <- nzchar(word) && (word %in% choices(option) || grepl("^[0-9.]+$|^[A-Z]+$", word))
    value <- if (option %in% FLAGS) "TRUE" else if (startsWith(part[3], " '")) dQuote(part[4], FALSE)
             else if (!is_value) NA else if (grepl("^[0-9A-Z]", word)) word else dQuote(word, FALSE)
    used <- nzchar(part[3]) && !(option %in% FLAGS) && !is.na(value)
    list(argument = r_name(option), value = value, rest = if (used) "" else part[3])
}

in_r_words <- function(marked) {
    # warnings of the fit have flags of the command line in them, and a column of its files
    marked <- gsub(" (flip TABLE); flip auto guesses", "; flip = TRUE guesses", marked, fixed = TRUE)
    marked <- gsub("--flip auto", "flip = TRUE", gsub(" (flip TABLE)", "", marked, fixed = TRUE), fixed = TRUE)
    marked <- gsub("column ([a-z]+) of classes.tsv", "$classes$\\1", gsub("--([a-z])", "\x1e\\1", marked))
    found <- gregexpr(MARKED, marked)
    regmatches(marked, found) <- lapply(regmatches(marked, found), vapply, FUN.VALUE = "", function(piece) {
        p <- read_piece(piece)
        paste0(p$argument, if (!is.na(p$value)) paste(" =", p$value), p$rest)
    })
    marked
}

remedies <- function(marked) {
    pieces <- lapply(regmatches(marked, gregexpr(MARKED, marked))[[1]], read_piece)
    data.frame(argument = vapply(pieces, `[[`, "", "argument"),
               value = vapply(pieces, function(p) as.character(p$value), ""))
}

# ---- options -----------------------------------------------------------------------------------------------------

# A value as the tables of the library read it, to the last bit.
as_text <- function(value) {
    if (length(value) != 1 || is.list(value)) return(paste(deparse1(value)))
    if (is.na(value)) return("NA")
    if (is.logical(value)) return(if (value) "on" else "off")
    if (is.numeric(value) && value == round(value) && abs(value) < 2^53)
        return(sprintf("%.0f", value))
    if (is.numeric(value)) return(sprintf("%.17g", value))
    as.character(value)
}

# list(name = value, ..) as names and texts; NULL values are left out.
as_options <- function(values) {
    values <- values[!vapply(values, is.null, NA)]
    list(names = gsub("[._]", "-", as.character(names(values))),
         values = vapply(values, as_text, "", USE.NAMES = FALSE))
}

# `...` of a call dealt to tables of the library; `not` are options that have an argument of their own.
deal <- function(dots, tables, not = character()) {
    known <- lapply(tables, function(table) setdiff(.Call(C_options, table)$name, not))
    given <- gsub("[._]", "-", as.character(names(dots)))
    if (length(dots) && (length(given) != length(dots) || any(given == "")))
        fail("argument", "an argument after the named ones has no name: ", deparse1(dots[[1]]))
    own <- setdiff(names(formals(sys.function(sys.parent()))), "...")
    for (i in which(!given %in% unlist(known))) unknown(names(dots)[i], c(own, unlist(known)))
    lapply(setNames(known, tables), function(names) dots[given %in% names])
}

unknown <- function(name, known) {
    near <- known[startsWith(known, gsub("[._]", "-", name)) | utils::adist(name, known) <= min(2, nchar(name) %/% 3)]
    fail("argument", "there is no argument '", name, "'",
         if (length(near)) paste0(": do you mean '", gsub("-", "_", near[1]), "'?")
         else paste0("; options are ", paste(gsub("-", "_", unique(known)), collapse = ", ")))
}

# The options of a kind of call, as the library has them.
lacon_options <- function(table = c("fit", "select", "stability", "test", "causal", "ica", "read")) {
    rows <- as.data.frame(.Call(C_options, match.arg(table)))
    rows$name <- gsub("-", "_", rows$name)
    rows
}

lacon_version <- function() .Call(C_version)
