/* SPDX-License-Identifier: BSD-3-Clause
 * Names and values of every enum of the public interface (tables.h). tests/abi compares them with the headers.
 */
#include <lacon/lacon.h>

#include <string.h>

#define V(name, constant) {name, #constant, constant}
#define COUNT(list) (int)(sizeof(list) / sizeof *(list))

static const lacon_enum_value STATUS[] = {
    V("ok", LACON_OK), V("e-memory", LACON_E_MEMORY), V("e-argument", LACON_E_ARGUMENT),
    V("e-shape", LACON_E_SHAPE), V("e-data", LACON_E_DATA), V("e-format", LACON_E_FORMAT),
    V("e-io", LACON_E_IO), V("e-numeric", LACON_E_NUMERIC), V("e-limit", LACON_E_LIMIT),
    V("e-cancelled", LACON_E_CANCELLED), V("e-unsupported", LACON_E_UNSUPPORTED),
    V("e-internal", LACON_E_INTERNAL), V("w-not-converged", LACON_W_NOT_CONVERGED),
    V("w-cancelled", LACON_W_CANCELLED)};
static const lacon_enum_value LOG_LEVEL[] = {
    V("info", LACON_LOG_INFO), V("warning", LACON_LOG_WARNING)};
static const lacon_enum_value SCALE[] = {
    V("z", LACON_SCALE_Z), V("center", LACON_SCALE_CENTER), V("none", LACON_SCALE_NONE)};
static const lacon_enum_value MISSING[] = {
    V("refuse", LACON_MISSING_REFUSE), V("marginal", LACON_MISSING_MARGINAL),
    V("pairwise", LACON_MISSING_PAIRWISE), V("drop", LACON_MISSING_DROP)};
static const lacon_enum_value TYPE[] = {
    V("float64", LACON_FLOAT64), V("float32", LACON_FLOAT32)};
static const lacon_enum_value OBJECTIVE[] = {
    V("ml", LACON_OBJECTIVE_ML), V("sm", LACON_OBJECTIVE_SM)};
static const lacon_enum_value SOLVER[] = {
    V("mm", LACON_SOLVER_MM), V("alm", LACON_SOLVER_ALM), V("ml-dense", LACON_SOLVER_ML_DENSE)};
static const lacon_enum_value MEMBERSHIP[] = {
    V("test", LACON_MEMBERSHIP_TEST), V("all", LACON_MEMBERSHIP_ALL)};
static const lacon_enum_value NOISE[] = {
    V("isotropic", LACON_NOISE_ISOTROPIC), V("variable", LACON_NOISE_VARIABLE)};
static const lacon_enum_value ROWS[] = {
    V("series", LACON_ROWS_SERIES), V("independent", LACON_ROWS_INDEPENDENT)};
static const lacon_enum_value WEIGHTS[] = {
    V("samples", LACON_WEIGHTS_SAMPLES), V("equal", LACON_WEIGHTS_EQUAL)};
static const lacon_enum_value STOP[] = {
    V("converged", LACON_STOP_CONVERGED), V("max-iter", LACON_STOP_MAX_ITER),
    V("cancelled", LACON_STOP_CANCELLED)};
static const lacon_enum_value POOL[] = {
    V("separate", LACON_POOL_NONE), V("runs", LACON_POOL_RUNS),
    V("sessions", LACON_POOL_SESSIONS)};
static const lacon_enum_value ISOLATE[] = {
    V("child", LACON_ISOLATE_CHILD), V("in-process", LACON_ISOLATE_IN_PROCESS)};
static const lacon_enum_value PRECISION[] = {
    V("file", LACON_PRECISION_FILE), V("single", LACON_PRECISION_SINGLE), V("double", LACON_PRECISION_DOUBLE)};
static const lacon_enum_value REDUCE[] = {
    V("none", LACON_REDUCE_NONE), V("series", LACON_REDUCE_SERIES), V("independent", LACON_REDUCE_INDEPENDENT)};
static const lacon_enum_value FILES[] = {
    V("csv", LACON_FILE_CSV), V("tsv", LACON_FILE_TSV), V("1D", LACON_FILE_1D),
    V("npy", LACON_FILE_NPY), V("npz", LACON_FILE_NPZ), V("mat", LACON_FILE_MAT),
    V("hdf5", LACON_FILE_HDF5), V("ptseries", LACON_FILE_PTSERIES), V("nii", LACON_FILE_NII)};
static const lacon_enum_value BASELINE_KIND[] = {
    V("covariance", LACON_BASELINE_COVARIANCE), V("modules", LACON_BASELINE_MODULES)};
static const lacon_enum_value LINKAGE[] = {
    V("ward", LACON_LINKAGE_WARD), V("average", LACON_LINKAGE_AVERAGE)};
static const lacon_enum_value TETRAD_TEST[] = {
    V("wishart", LACON_TETRAD_WISHART), V("bollen-ting", LACON_TETRAD_BOLLEN_TING)};
static const lacon_enum_value FOFC_VARIANT[] = {
    V("gap", LACON_FOFC_GAP), V("sag", LACON_FOFC_SAG)};
static const lacon_enum_value NNPCA[] = {
    V("sequential", LACON_NNPCA_SEQUENTIAL), V("cumulative", LACON_NNPCA_CUMULATIVE)};
static const lacon_enum_value CONTRAST[] = {
    V("logcosh", LACON_CONTRAST_LOGCOSH), V("exp", LACON_CONTRAST_EXP),
    V("kurtosis", LACON_CONTRAST_KURTOSIS)};
static const lacon_enum_value RULE[] = {
    V("required", LACON_RULE_REQUIRED), V("forbidden", LACON_RULE_FORBIDDEN),
    V("before", LACON_RULE_BEFORE)};
static const lacon_enum_value CAUSAL_METHOD[] = {
    V("likelihood", LACON_CAUSAL_LIKELIHOOD), V("direct", LACON_CAUSAL_DIRECT),
    V("ica", LACON_CAUSAL_ICA)};
static const lacon_enum_value EFFECTS[] = {
    V("auto", LACON_EFFECTS_AUTO), V("expected", LACON_EFFECTS_EXPECTED),
    V("likeliest", LACON_EFFECTS_LIKELIEST)};
static const lacon_enum_value CV[] = {
    V("time", LACON_CV_TIME), V("rows", LACON_CV_ROWS), V("subject", LACON_CV_SUBJECT)};
static const lacon_enum_value SELECT_RULE[] = {
    V("one-se", LACON_SELECT_ONE_SE), V("max", LACON_SELECT_MAX)};
static const lacon_enum_value SELECT_BY[] = {
    V("heldout", LACON_SELECT_BY_HELDOUT), V("evidence", LACON_SELECT_BY_EVIDENCE)};
static const lacon_enum_value OVER[] = {
    V("rows", LACON_OVER_ROWS), V("subjects", LACON_OVER_SUBJECTS), V("both", LACON_OVER_BOTH),
    V("starts", LACON_OVER_STARTS)};
static const lacon_enum_value MEASURE[] = {
    V("fisherz", LACON_MEASURE_FISHERZ), V("covariance", LACON_MEASURE_COVARIANCE),
    V("partial", LACON_MEASURE_PARTIAL)};
static const lacon_enum_value TAIL[] = {
    V("two", LACON_TAIL_TWO), V("greater", LACON_TAIL_GREATER), V("less", LACON_TAIL_LESS)};
static const lacon_enum_value EXCHANGE[] = {
    V("within", LACON_EXCHANGE_WITHIN), V("whole", LACON_EXCHANGE_WHOLE)};
static const lacon_enum_value ABSENT[] = {
    V("fail", LACON_ABSENT_FAIL), V("drop", LACON_ABSENT_DROP)};

#define ENUM(type, list) {#type, COUNT(list), list}
static const lacon_enum ENUMS[] = {
    ENUM(lacon_status, STATUS),
    ENUM(lacon_log_level, LOG_LEVEL),
    ENUM(lacon_scale, SCALE),
    ENUM(lacon_missing, MISSING),
    ENUM(lacon_type, TYPE),
    ENUM(lacon_objective, OBJECTIVE),
    ENUM(lacon_solver, SOLVER),
    ENUM(lacon_membership, MEMBERSHIP),
    ENUM(lacon_noise, NOISE),
    ENUM(lacon_rows, ROWS),
    ENUM(lacon_weights, WEIGHTS),
    ENUM(lacon_stop, STOP),
    ENUM(lacon_pool, POOL),
    ENUM(lacon_isolate, ISOLATE),
    ENUM(lacon_precision, PRECISION),
    ENUM(lacon_reduce, REDUCE),
    ENUM(lacon_file, FILES),
    ENUM(lacon_baseline_kind, BASELINE_KIND),
    ENUM(lacon_linkage, LINKAGE),
    ENUM(lacon_tetrad_test, TETRAD_TEST),
    ENUM(lacon_fofc_variant, FOFC_VARIANT),
    ENUM(lacon_nnpca, NNPCA),
    ENUM(lacon_contrast, CONTRAST),
    ENUM(lacon_rule, RULE),
    ENUM(lacon_causal_method, CAUSAL_METHOD),
    ENUM(lacon_effects, EFFECTS),
    ENUM(lacon_cv, CV),
    ENUM(lacon_select_rule, SELECT_RULE),
    ENUM(lacon_select_by, SELECT_BY),
    ENUM(lacon_over, OVER),
    ENUM(lacon_measure, MEASURE),
    ENUM(lacon_tail, TAIL),
    ENUM(lacon_exchange, EXCHANGE),
    ENUM(lacon_absent, ABSENT),
};

int lacon_enum_count(void) { return COUNT(ENUMS); }

const lacon_enum *lacon_enum_at(int i) { return i >= 0 && i < COUNT(ENUMS) ? &ENUMS[i] : NULL; }

const lacon_enum *lacon_enum_find(const char *name)
{
    for (int i = 0; name && i < COUNT(ENUMS); i++)
        if (strcmp(ENUMS[i].name, name) == 0) return &ENUMS[i];
    return NULL;
}

const char *lacon_enum_name(const char *of, int value)
{
    const lacon_enum *e = lacon_enum_find(of);
    for (int i = 0; e && i < e->count; i++)
        if (e->values[i].value == value) return e->values[i].name;
    return NULL;
}

int lacon_enum_parse(const char *of, const char *name, int *value)
{
    const lacon_enum *e = lacon_enum_find(of);
    for (int i = 0; e && name && i < e->count; i++)
        if (strcmp(e->values[i].name, name) == 0) {
            *value = e->values[i].value;
            return 1;
        }
    return 0;
}
