/* SPDX-License-Identifier: BSD-3-Clause
 * Ranks, sums over what each of them has, tasks and checkpoints; ranks are threads here (ranks_in_threads.h).
 */
#include "parallel/share.h"
#include "parallel/tasks.h"
#include "ranks_in_threads.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- failures ---- */

/* Rank 1 fails while the others exchange: they hear of it at their next word, whatever that is. */
static lacon_status one_fails(lacon_ctx *ctx, void *user)
{
    (void)user;
    void *all = NULL;
    size_t total = 0;
    LCN_TRY(lcn_agree(ctx, LACON_OK));
    if (lcn_rank(ctx) == 1) return lcn_fail(ctx, LACON_E_DATA, "the second rank has bad data");
    const lacon_status status = lcn_gather(ctx, &all, &total, "x", 1);
    lcn_free(&ctx->allocator, all);
    return status;
}

static void a_failure_of_one_is_that_of_all(void **state)
{
    (void)state;
    member members[RANKS];
    together(members, one_fails, NULL, 0, NULL);
    for (int i = 0; i < RANKS; i++) {
        assert_int_equal(members[i].status, LACON_E_DATA);
        assert_string_equal(members[i].message, "the second rank has bad data");
    }
}

static lacon_status one_has_no_room(lacon_ctx *ctx, void *user)
{
    (void)user;
    const bool fails = lcn_rank(ctx) == 2;
    return lcn_agree(ctx, fails ? lcn_fail(ctx, LACON_E_IO, "no room; see " LCN_OPTION "scratch DIR") : LACON_OK);
}

/* A disk is full, but whose? */
static void machines_are_named(void **state)
{
    (void)state;
    member members[RANKS];
    together(members, one_has_no_room, NULL, 0, NULL);
    for (int i = 0; i < RANKS; i++) {
        assert_int_equal(members[i].status, LACON_E_IO);
        assert_non_null(strstr(members[i].message, "scratch DIR (rank 2, "));
        assert_string_equal(members[i].message, members[0].message);
    }
}

/* What each rank has seen of up to three things. */
typedef struct sight {
    lcn_seen of[3];
    int64_t count;
} sight;

static lacon_status differ(lacon_ctx *ctx, void *user)
{
    const sight *s = user;
    return lcn_compare_ranks(ctx, s->of, s->count);
}

static void compared(member *members, const sight *last)
{
    const sight usual = {{{"a", "1"}, {"b", "2"}, {"c", "3"}}, 3};
    sight users[RANKS] = {usual, usual, *last};
    together(members, differ, users, sizeof *users, NULL);
    for (int i = 1; i < RANKS; i++) assert_string_equal(members[i].message, members[0].message);
}

static void different_data_are_seen(void **state)
{
    (void)state;
    const struct {
        sight last;
        const char *from, *to; /* of the message: machines have names */
    } cases[] = {
        {{{{"a", "1"}, {"b", "x"}, {"c", "y"}}, 3}, "rank 2 (", ") has another 'b' than rank 0 ("},
        {{{{"a", "1"}, {"c", "3"}}, 2}, "rank 2 (", ") has 'c' where rank 0 ("},
        {{{{"a", "1"}, {"b", "2"}}, 2}, "rank 2 (", ") has no more where rank 0 ("},
        {{{{"b", "2"}}, 0}, ") has 'a': do all ranks see the same files", "did none change"},
    };
    member members[RANKS];
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        compared(members, &cases[c].last);
        for (int i = 0; i < RANKS; i++) assert_int_equal(members[i].status, LACON_E_DATA);
        assert_non_null(strstr(members[0].message, cases[c].from));
        assert_non_null(strstr(members[0].message, cases[c].to));
    }
    compared(members, &(sight){{{"a", "1"}, {"b", "2"}, {"c", "3"}}, 3});
    for (int i = 0; i < RANKS; i++) assert_int_equal(members[i].status, LACON_OK);
}

/* ---- sums ---- */

enum { PIECES = 7, SIZE = 5 };

/* Each of another size, so that their order tells. */
static double part_of(int64_t piece, int64_t e)
{
    return (double)(1 + piece * 31 + e) / 7.0 * pow(10.0, (double)(piece % 3 - 1));
}

typedef struct adding {
    double cost[PIECES]; /* by which pieces are dealt */
    double sum[2][SIZE]; /* of parts that are all there, and of those made one after the other */
    double of[PIECES];   /* gathered */
    int64_t own;
} adding;

static double cost_of(const void *user, int64_t piece) { return ((const adding *)user)->cost[piece]; }

static void fill_part(void *user, int64_t piece, double *part)
{
    (void)user;
    for (int64_t e = 0; e < SIZE; e++) part[e] = part_of(piece, e);
}

static lacon_status add_all(lacon_ctx *ctx, void *user)
{
    adding *a = user;
    lcn_sharing share;
    double parts[PIECES][SIZE], made[PIECES][SIZE];
    LCN_TRY(lcn_share_deal(ctx, &share, PIECES, cost_of, a));
    a->own = share.to - share.from;
    for (int64_t i = share.from; i < share.to; i++) {
        fill_part(NULL, i, parts[i]);
        a->of[i] = part_of(i, 0);
    }
    lcn_share_sum(&share, 1, a->sum[0], parts[share.from], SIZE, SIZE);
    lcn_share_stream(&share, 1, a->sum[1], made[0], SIZE, fill_part, NULL);
    lcn_share_gather(&share, a->of, sizeof *a->of, PIECES);
    lcn_share_clear(&ctx->allocator, &share);
    return LACON_OK;
}

/* Whoever has which pieces, the first of them or the last of them nothing: the sum of one process, to the last bit. */
static void sums_are_those_of_one(void **state)
{
    (void)state;
    const double costs[][PIECES] = {{1, 1, 1, 1, 1, 1, 1}, {90, 1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1, 90},
                                    {1, 1, 9, 9, 1, 1, 1}};
    double want[SIZE];
    for (int64_t e = 0; e < SIZE; e++) {
        want[e] = part_of(0, e);
        for (int64_t i = 1; i < PIECES; i++) want[e] += part_of(i, e);
    }
    for (size_t c = 0; c < sizeof costs / sizeof *costs; c++) {
        member members[RANKS];
        adding users[RANKS];
        int64_t owned = 0;
        memset(users, 0, sizeof users);
        for (int i = 0; i < RANKS; i++) memcpy(users[i].cost, costs[c], sizeof costs[c]);
        cannot_hand = c % 2 == 1;
        together(members, add_all, users, sizeof *users, NULL);
        cannot_hand = false;
        for (int i = 0; i < RANKS; i++) {
            assert_int_equal(members[i].status, LACON_OK);
            for (int way = 0; way < 2; way++) assert_memory_equal(users[i].sum[way], want, sizeof want);
            for (int64_t e = 0; e < PIECES; e++) assert_true(users[i].of[e] == part_of(e, 0));
            owned += users[i].own;
        }
        assert_int_equal(owned, PIECES);
    }
}

/* ---- many pieces ---- */

enum { MANY = 83 }; /* five branches of sixteen and a bit */

typedef struct tree {
    int64_t first[RANKS + 1];
    double sum[2][SIZE];
} tree;

static lacon_status add_tree(lacon_ctx *ctx, void *user)
{
    tree *t = user;
    lcn_sharing share = lcn_share_whole(MANY);
    double parts[2][MANY][SIZE];
    if (lcn_ranks(ctx) > 1) LCN_TRY(lcn_share_as(ctx, &share, MANY, t->first));
    for (int64_t i = share.from; i < share.to; i++)
        for (int64_t e = 0; e < SIZE; e++) {
            parts[0][i][e] = part_of(i, e);
            parts[1][i][e] = 1 / part_of(i, e);
        }
    const lcn_parts both[] = {{t->sum[0], parts[0][share.from], SIZE, SIZE},
                              {t->sum[1], parts[1][share.from], SIZE, SIZE}};
    lcn_share_sums(&share, 1, both, 2);
    lcn_share_clear(&ctx->allocator, &share);
    return LACON_OK;
}

/* By hand: sixteen after each other, then these; not what adding them one after the other gives. */
static void tree_by_hand(double *want, double *in_order)
{
    for (int64_t e = 0; e < SIZE; e++) {
        want[e] = in_order[e] = 0;
        for (int64_t b = 0; b < MANY; b += 16) {
            double branch = 0;
            for (int64_t i = b; i < b + 16 && i < MANY; i++) branch += part_of(i, e);
            want[e] += branch;
        }
        for (int64_t i = 0; i < MANY; i++) in_order[e] += part_of(i, e);
    }
}

/* Wherever ranks begin, within branches or with them, and where one has nothing. */
static void many_pieces_go_by_a_tree(void **state)
{
    (void)state;
    const int64_t firsts[][RANKS + 1] = {{0, 30, 60, MANY}, {0, 16, 48, MANY}, {0, 2, 7, MANY},   {0, 70, 75, MANY},
                                         {0, 40, 40, MANY}, {0, 0, 80, MANY},  {0, 81, 82, MANY},
                                         {0, MANY, MANY, MANY}};
    double want[SIZE], in_order[SIZE];
    lacon_ctx *alone = NULL;
    tree one = {0};
    tree_by_hand(want, in_order);
    assert_memory_not_equal(want, in_order, sizeof want);
    assert_int_equal(lacon_ctx_new(&alone, NULL), LACON_OK);
    assert_int_equal(add_tree(alone, &one), LACON_OK);
    lacon_ctx_free(alone);
    assert_memory_equal(one.sum[0], want, sizeof want);
    for (size_t c = 0; c < 2 * sizeof firsts / sizeof *firsts; c++) {
        member members[RANKS];
        tree users[RANKS] = {0};
        for (int i = 0; i < RANKS; i++) memcpy(users[i].first, firsts[c / 2], sizeof firsts[0]);
        cannot_hand = c % 2 == 1;
        together(members, add_tree, users, sizeof *users, NULL);
        cannot_hand = false;
        for (int i = 0; i < RANKS; i++) {
            assert_int_equal(members[i].status, LACON_OK);
            assert_memory_equal(users[i].sum, one.sum, sizeof one.sum);
        }
    }
}

/* ---- tasks ---- */

enum { TASKS = 8 };

typedef struct sums {
    int64_t value[TASKS]; /* of different lengths as a result: see result_of */
    double more[TASKS][TASKS];
    int ran[TASKS];
    int64_t fails; /* task that does; -1: none */
    int64_t seed;
} sums;

static lacon_status run_task(void *user, lacon_ctx *ctx, int64_t i)
{
    sums *s = user;
    LCN_FAIL_IF(i == s->fails, LACON_E_NUMERIC, "task %lld failed", (long long)i);
    s->ran[i] = 1;
    s->value[i] = s->seed + i * i;
    for (int64_t j = 0; j < i; j++) s->more[i][j] = (double)(i + j) / 3.0;
    return LACON_OK;
}

static int result_of(void *user, int64_t i, lcn_span spans[LCN_SPANS])
{
    sums *s = user;
    spans[0] = (lcn_span){&s->value[i], sizeof s->value[i]};
    spans[1] = (lcn_span){s->more[i], (size_t)i * sizeof s->more[i][0]};
    return 2;
}

static const char *phase(int64_t i)
{
    (void)i;
    return "task";
}

static lacon_status identify(void *user, lcn_sha256 *hash)
{
    const sums *s = user;
    lcn_sha256_update(hash, &s->seed, sizeof s->seed);
    return LACON_OK;
}

static lacon_status all_tasks(lacon_ctx *ctx, void *user)
{
    return lcn_tasks_run(ctx, &(lcn_tasks){.count = TASKS, .user = user, .run = run_task, .result = result_of,
                                           .phase = phase, .identify = identify, .call = "sums"});
}

static void assert_whole(const sums *s)
{
    for (int64_t i = 0; i < TASKS; i++) {
        assert_true(s->value[i] == s->seed + i * i);
        for (int64_t j = 0; j < i; j++) assert_true(s->more[i][j] == (double)(i + j) / 3.0);
    }
}

static void every_rank_has_all_results(void **state)
{
    (void)state;
    member members[RANKS];
    sums users[RANKS];
    memset(users, 0, sizeof users);
    int ran = 0;
    for (int i = 0; i < RANKS; i++) users[i].fails = -1;
    together(members, all_tasks, users, sizeof *users, NULL);
    for (int i = 0; i < RANKS; i++) {
        assert_int_equal(members[i].status, LACON_OK);
        assert_whole(&users[i]);
        for (int t = 0; t < TASKS; t++) ran += users[i].ran[t];
    }
    assert_int_equal(ran, TASKS); /* each once */
}

static void a_task_that_fails_ends_all(void **state)
{
    (void)state;
    member members[RANKS];
    sums users[RANKS];
    memset(users, 0, sizeof users);
    for (int i = 0; i < RANKS; i++) users[i].fails = 4;
    together(members, all_tasks, users, sizeof *users, NULL);
    for (int i = 0; i < RANKS; i++) assert_string_equal(members[i].message, "task 4 failed");
}

/* ---- checkpoints ---- */

typedef struct place {
    char dir[64], kept[96];
} place;

static int begin(void **state)
{
    place *p = calloc(1, sizeof *p);
    snprintf(p->dir, sizeof p->dir, "/tmp/lacon-test-XXXXXX");
    if (!mkdtemp(p->dir)) return 1;
    snprintf(p->kept, sizeof p->kept, "%s/kept", p->dir);
    *state = p;
    return 0;
}

static int end(void **state)
{
    place *p = *state;
    char command[160];
    snprintf(command, sizeof command, "rm -rf '%s'", p->dir);
    const int code = system(command);
    free(p);
    return code;
}

/* One rank alone, with what is kept: how many tasks it ran. */
static int alone(sums *s, const char *kept, int64_t fails, lacon_status want)
{
    lacon_ctx_options o;
    lacon_ctx *ctx = NULL;
    int ran = 0;
    const int64_t seed = s->seed;
    memset(s, 0, sizeof *s);
    s->seed = seed;
    s->fails = fails;
    lacon_ctx_options_init(&o);
    o.checkpoint = kept;
    assert_int_equal(lacon_ctx_new(&ctx, &o), LACON_OK);
    assert_int_equal(all_tasks(ctx, s), want);
    if (want == LACON_OK) assert_whole(s);
    for (int t = 0; t < TASKS; t++) ran += s->ran[t];
    lacon_ctx_free(ctx);
    return ran;
}

static void finished_tasks_are_not_done_again(void **state)
{
    const place *p = *state;
    sums s = {.seed = 7};
    assert_int_equal(alone(&s, p->kept, TASKS - 1, LACON_E_NUMERIC), TASKS - 1);
    assert_int_equal(alone(&s, p->kept, -1, LACON_OK), 1); /* the one that failed */
    assert_int_equal(alone(&s, p->kept, -1, LACON_OK), 0);
}

static void any_number_of_ranks_goes_on(void **state)
{
    const place *p = *state;
    member members[RANKS];
    sums users[RANKS], s = {.seed = 0};
    memset(users, 0, sizeof users);
    for (int i = 0; i < RANKS; i++) users[i].fails = 5;
    together(members, all_tasks, users, sizeof *users, p->kept);
    assert_int_equal(members[0].status, LACON_E_NUMERIC);
    assert_int_equal(alone(&s, p->kept, -1, LACON_OK), 1);
    for (int i = 0; i < RANKS; i++) users[i] = (sums){.fails = -1};
    together(members, all_tasks, users, sizeof *users, p->kept);
    for (int i = 0; i < RANKS; i++) {
        assert_int_equal(members[i].status, LACON_OK);
        assert_whole(&users[i]);
        for (int t = 0; t < TASKS; t++) assert_int_equal(users[i].ran[t], 0);
    }
}

/* Cut anywhere, or with one bit changed anywhere: what is left checks, the rest is done again. */
static void damage_costs_work_and_nothing_else(void **state)
{
    const place *p = *state;
    sums s = {.seed = 3};
    char path[128];
    struct stat whole;
    snprintf(path, sizeof path, "%s/part-0", p->kept);
    assert_int_equal(alone(&s, p->kept, -1, LACON_OK), TASKS);
    assert_int_equal(stat(path, &whole), 0);
    for (off_t at = whole.st_size - 1; at > 40; at -= 97) {
        assert_int_equal(truncate(path, at), 0);
        assert_true(alone(&s, p->kept, -1, LACON_OK) > 0);
        FILE *file = fopen(path, "r+b");
        assert_int_equal(fseek(file, (long)at, SEEK_SET), 0);
        const int byte = fgetc(file);
        assert_int_equal(fseek(file, (long)at, SEEK_SET), 0);
        assert_int_not_equal(fputc(byte ^ 16, file), EOF);
        assert_int_equal(fclose(file), 0);
        assert_true(alone(&s, p->kept, -1, LACON_OK) > 0);
        assert_int_equal(alone(&s, p->kept, -1, LACON_OK), 0);
    }
}

static void another_command_is_refused(void **state)
{
    const place *p = *state;
    sums s = {.seed = 3};
    char path[128];
    assert_int_equal(alone(&s, p->kept, -1, LACON_OK), TASKS);
    s.seed = 4;
    assert_int_equal(alone(&s, p->kept, -1, LACON_E_ARGUMENT), 0);
    snprintf(path, sizeof path, "%s/part-1", p->kept);
    FILE *file = fopen(path, "w");
    fputs("somebody's notes\n", file);
    fclose(file);
    s.seed = 3;
    assert_int_equal(alone(&s, p->kept, -1, LACON_E_FORMAT), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_failure_of_one_is_that_of_all),
        cmocka_unit_test(machines_are_named),
        cmocka_unit_test(different_data_are_seen),
        cmocka_unit_test(sums_are_those_of_one),
        cmocka_unit_test(many_pieces_go_by_a_tree),
        cmocka_unit_test(every_rank_has_all_results),
        cmocka_unit_test(a_task_that_fails_ends_all),
        cmocka_unit_test_setup_teardown(finished_tasks_are_not_done_again, begin, end),
        cmocka_unit_test_setup_teardown(any_number_of_ranks_goes_on, begin, end),
        cmocka_unit_test_setup_teardown(damage_costs_work_and_nothing_else, begin, end),
        cmocka_unit_test_setup_teardown(another_command_is_refused, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
