/* SPDX-License-Identifier: BSD-3-Clause
 * The options of every command as tables (tables.h). The fit's own is fit/fit_options.c. A test sets every default by
 * its text and finds the struct of _init unchanged, so neither can go its own way.
 */
#include "fit/fit.h"
#include <lacon/lacon.h>

#include <float.h>
#include <stddef.h>
#include <string.h>

#define TEXT_OF_(x) #x
#define TEXT_OF(x) TEXT_OF_(x)
#define FIELD(f) offsetof(TYPE, f), sizeof(((TYPE *)0)->f)
#define MOST 2147483647 /* INT32_MAX */
#define INTEGER(f, name, def, low, high, help)                                                     \
    {{name, "integer", TEXT_OF(def), TEXT_OF(low) ".." TEXT_OF(high), help}, LCN_OPTION_INTEGER, FIELD(f), low, high}
#define SEED(f, help)                                                                              \
    {{"seed", "integer", "1", "0..", help}, LCN_OPTION_INTEGER, FIELD(f), 0, (double)INT64_MAX}
#define REAL(f, name, def, low, high, help)                                                        \
    {{name, "real", TEXT_OF(def), TEXT_OF(low) ".." TEXT_OF(high), help}, LCN_OPTION_REAL, FIELD(f), low, high}
#define FROM(f, name, def, low, help)                                                              \
    {{name, "real", TEXT_OF(def), TEXT_OF(low) "..", help}, LCN_OPTION_REAL, FIELD(f), low, DBL_MAX}
#define CHOICE(f, name, list, def, help) {{name, "choice", def, list, help}, LCN_OPTION_CHOICE, FIELD(f), 0, 0}
#define FLAG(f, name, def, help) {{name, "flag", def, "off|on", help}, LCN_OPTION_FLAG, FIELD(f), 0, 0}
#define WORDS(f, name, help) {{name, "text", "", "", help}, LCN_OPTION_TEXT, FIELD(f), 0, 0}
/* Arguments of a call. */
#define COUNTED(name, def, low, help) {{name, "integer", def, low "..", help}, LCN_OPTION_INTEGER, 0, 0, 0, 0}

#define TYPE lacon_select_options
static const lcn_option SELECT[] = {
    INTEGER(k_low, "k-low", 1, 1, MOST, "fewest modules to try"),
    INTEGER(k_high, "k-high", 10, 1, MOST, "most modules to try"),
    CHOICE(cv, "cv", "time|rows|subject", "time", "what is left out: blocks of rows, rows at random, classes"),
    INTEGER(folds, "folds", 5, 2, MOST, "parts that are left out in turn"),
    INTEGER(gap, "gap", 0, 0, MOST, "time: rows left out of the training on each side of a block"),
    INTEGER(repeats, "repeats", 1, 1, MOST, "rows, subject: dealt anew so often"),
    CHOICE(rule, "rule", "one-se|max", "one-se",
           "smallest k within a standard error of the best, or the best"),
    CHOICE(by, "by", "heldout|evidence", "heldout", "likelihood of what was left out, or evidence of the whole fit"),
};
#undef TYPE

#define TYPE lacon_stability_options
static const lcn_option STABILITY[] = {
    CHOICE(over, "over", "rows|subjects|both|starts", "rows", "what is drawn with replacement"),
    INTEGER(resamples, "resamples", 200, 1, 1000000, "fits to drawn data"),
    INTEGER(block, "block", 0, 0, MOST, "rows drawn together; 0 chooses, 1: rows are exchangeable"),
    REAL(confidence, "confidence", 0.95, 0, 1, "of the intervals"),
};
#undef TYPE

#define TYPE lacon_test_options
static const lcn_option TEST[] = {
    WORDS(id, "id", "column that names the classes"),
    WORDS(formula, "formula", "columns that explain the connectivity, 'group + age'"),
    WORDS(contrast, "contrast", "what is tested, 'group=A-B' or a term; the first term when empty"),
    CHOICE(measure, "measure", "fisherz|covariance|partial", "fisherz", "what an edge is"),
    CHOICE(tail, "tail", "two|greater|less", "two", "two-sided, or the direction the effect must have"),
    {{"permutations", "integer", "10000", "1..4294967295", "all there are when there are fewer"},
     LCN_OPTION_INTEGER, FIELD(permutations), 1, 4294967295.0},
    SEED(seed, "seed of the permutations"),
    WORDS(blocks, "blocks", "column of exchangeability blocks"),
    CHOICE(exchange, "exchange", "within|whole", "within", "classes change places in their block, or blocks do"),
    CHOICE(absent, "absent", "fail|drop", "fail", "classes without a row or with a missing cell"),
    REAL(confidence, "confidence", 0.95, 0, 1, "of the intervals"),
    WORDS(variance, "variance", "which classes share a variance: auto, equal, or a column"),
    FROM(threshold, "threshold", 0, 0, "|t| or F that makes an edge part of a component; 0: p = 0.01"),
};
#undef TYPE

#define TYPE lacon_causal_options
static const lcn_option CAUSAL[] = {
    CHOICE(method, "method", "likelihood|direct|ica", "likelihood", "how the order is found"),
    FLAG(noise_correction, "noise-correction", "on", "effects from the latent covariance, not from that of W'x"),
    FLAG(common_order, "common-order", "off", "one order for all classes"),
    FLAG(prune, "prune", "on", "arrows that do not earn their place become 0"),
    INTEGER(boot, "boot", 100, 0, 1000000, "bootstrap samples; 0: none"),
    INTEGER(block, "block", 0, 0, MOST, "rows drawn together; 0 chooses, 1: single rows"),
    REAL(level, "level", 0.05, 0, 1, "of intervals and of identifiable directions"),
    SEED(seed, "seed of the bootstrap"),
    CHOICE(effects, "effects", "auto|expected|likeliest", "auto", "what is told while the order is not sure"),
    INTEGER(lags, "lags", 0, -1, 64, "earlier rows that have effects as well; -1: as many as the rows ask for"),
};
#undef TYPE

#define TYPE lacon_ica_options
static const lcn_option ICA[] = {
    CHOICE(contrast, "contrast", "logcosh|exp|kurtosis", "logcosh", "what FastICA makes extreme"),
    FLAG(deflation, "deflation", "off", "components one after the other"),
    FROM(tol, "tol", 1e-4, 0, "directions that turn by less have settled, 1 - |cos|"),
    INTEGER(max_iter, "max-iter", 1000, 1, MOST, "iterations"),
    SEED(seed, "seed of the first directions"),
};
#undef TYPE

#define TYPE lacon_baseline_options
static const lcn_option BASELINE[] = {
    INTEGER(k, "k", 0, 0, MOST, "modules or factors, for methods that need it"),
    CHOICE(linkage, "linkage", "ward|average", "ward", "hclust: which clusters are near"),
    INTEGER(starts, "starts", 10, 1, MOST, "kmeans, nnpca: the best of so many"),
    INTEGER(folds, "folds", 5, 2, MOST, "glasso: blocks of rows left out in turn"),
    FROM(penalty, "penalty", 0, 0, "glasso: on off-diagonal entries, 0 by cross-validation; nnpca: on overlaps"),
    FROM(tol, "tol", 0, 0, "when to stop; 0: the method's own"),
    INTEGER(max_iter, "max-iter", 2000, 1, MOST, "iterations"),
    SEED(seed, "seed of random starts"),
    CHOICE(test, "test", "wishart|bollen-ting", "wishart", "fofc: test of a tetrad"),
    CHOICE(variant, "variant", "gap|sag", "gap", "fofc: how clusters come from what passes"),
    REAL(alpha, "alpha", 0.001, 0, 1, "fofc: level of a test"),
    CHOICE(nnpca, "nnpca", "sequential|cumulative", "sequential", "nnpca: one after the other, or all together"),
    FLAG(pooled, "pooled", "off", "covariances: one of all rows together, for every class"),
};
#undef TYPE

#define TYPE lacon_read_options
static const lcn_option READ[] = {
    FLAG(transpose, "transpose", "off", "rows are variables"),
    CHOICE(precision, "precision", "file|single|double", "file", "how rows are held in memory"),
    WORDS(class_column, "class-column", "split one table by this column"),
    WORDS(columns, "columns", "keep only these: names and ranges 'a,c:f,3:5'"),
    WORDS(ignore, "ignore", "drop these, same syntax"),
    WORDS(names, "names", "class names in the order of the files, comma separated"),
    WORDS(variable, "variable", "which array of a file with several"),
    WORDS(atlas, "atlas", "label image: images become means of its regions; with bids the name of an atlas"),
    FLAG(keep_missing, "keep-missing", "off", "missing values become NaN"),
    WORDS(covariance, "covariance", "tables are covariances of so many observations, or of those in this table"),
    WORDS(bids, "bids", "a folder of BIDS derivatives in place of paths"),
    WORDS(task, "task", "bids: only this task"),
    WORDS(select, "select", "bids: only files with these entities"),
    CHOICE(pool, "pool", "separate|runs|sessions", "separate", "bids: which runs make one class"),
    FROM(min_minutes, "min-minutes", 0, 0, "bids: classes with less are left out"),
    FROM(step_s, "step-s", 0, 0, "bids: seconds between volumes; 0: as the sidecars tell"),
    FLAG(align_labels, "align-labels", "off", "the union of the variables of all files, by name"),
    CHOICE(missing, "missing", "refuse|marginal|pairwise|drop", "refuse", "what becomes of missing values"),
    FROM(max_bytes, "max-bytes", 0, 0, "memory that one file may take; 0: no limit"),
    CHOICE(isolate, "isolate", "child|in-process", "child", "where files of other libraries are read"),
    WORDS(exclude, "exclude", "files whose names fit one of these patterns are left out"),
    FLAG(rename_duplicates, "rename-duplicates", "off", "variables of one name become x, x.2, x.3"),
    WORDS(class_table, "class-table", "which observation is of which class: names in one column, classes in "
        "class-column"),
    WORDS(na, "na", "numbers and words that mean missing, comma separated"),
    CHOICE(reduce, "reduce", "none|series|independent", "none",
           "covariances in place of rows, as soon as a class is read: for a fit to series, or to independent rows"),
    FROM(reduce_above, "reduce-above", 0, 0, "bytes of all files from which on that is done"),
};
#undef TYPE

#define TYPE lacon_clean_options
static const lcn_option CLEAN[] = {
    WORDS(confounds, "confounds", "pattern of tables to regress out; * is the name of the class"),
    WORDS(confound_columns, "confound-columns", "which of their columns"),
    INTEGER(detrend, "detrend", -1, -1, 10, "order of the trend to regress out; -1: none"),
    WORDS(censor, "censor", "pattern of tables that say which rows leave"),
    WORDS(censor_column, "censor-column", "which of their columns"),
    {{"censor-above", "real", "0.5", "", "rows above this leave"}, LCN_OPTION_REAL, FIELD(censor_above), -DBL_MAX,
     DBL_MAX},
};
#undef TYPE

static const lcn_option SIMULATE[] = {
    COUNTED("classes", "", "1", "number of classes"),
    COUNTED("samples", "", "2", "rows of each class"),
    COUNTED("variables", "", "1", "number of variables"),
    COUNTED("modules", "", "1", "number of modules"),
    {{"noise", "real", "1", "0..", "variance v of the noise, above 0"}, LCN_OPTION_REAL, 0, 0, 0, 0},
    COUNTED("seed", "1", "0", "seed of the model and of the rows"),
};

#define TABLE(name, rows) {name, rows, (int)(sizeof(rows) / sizeof *(rows))}
static const lcn_option_table TABLES[] = {
    TABLE("select", SELECT), TABLE("stability", STABILITY), TABLE("test", TEST),   TABLE("causal", CAUSAL),
    TABLE("ica", ICA),       TABLE("baseline", BASELINE),   TABLE("read", READ),   TABLE("clean", CLEAN),
    TABLE("simulate", SIMULATE),
};
enum { N_TABLES = 1 + sizeof TABLES / sizeof *TABLES };

static const lcn_option_table *table_at(int i) { return i == 0 ? &lcn_fit_options : &TABLES[i - 1]; }

static const lcn_option_table *find(const char *name)
{
    for (int i = 0; name && i < N_TABLES; i++)
        if (strcmp(table_at(i)->name, name) == 0) return table_at(i);
    return NULL;
}

const char *lacon_option_table(int i) { return i >= 0 && i < N_TABLES ? table_at(i)->name : NULL; }

int lacon_option_count(const char *table)
{
    const lcn_option_table *t = find(table);
    return t ? t->count : 0;
}

const lacon_option_row *lacon_option_at(const char *table, int row)
{
    const lcn_option_table *t = find(table);
    return t && row >= 0 && row < t->count ? &t->rows[row].shown : NULL;
}

lacon_status lacon_option_set(lacon_ctx *ctx, const char *table, void *options, const char *name,
                              const char *value)
{
    const lcn_option_table *t = find(table);
    LCN_FAIL_IF(t == NULL, LACON_E_ARGUMENT, "there is no table of options '%s'", table ? table : "");
    return lcn_option_set(ctx, t, options, name, value);
}
