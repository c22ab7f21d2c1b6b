/* gen/forms/bracket_blocks.c -- blocks of u' = B grad E + D: bivector, drift. */
#include "gen/forms/form.h"

void form_put_tensor(const struct mech *k, struct system *out, const ex *right, size_t wide,
                     const ex *M)
{
    const struct geom *g = k->geom;
    struct store *s = g->model->store;
    const size_t nq = g->nq, r = g->rank, n = out->states;
    ex *B = form_block_make(out, RT_bivector, n, n);
    for (size_t i = 0; i < n * n; i++)
        B[i] = ex_int(s, 0);
    for (size_t a = 0; a < r; a++) {
        for (size_t i = 0; i < nq; i++) {
            B[i * n + nq + a] = g->rho[i * g->n + a];
            B[(nq + a) * n + i] = ex_neg(s, right[i * wide + a]);
        }
        for (size_t b = 0; b < r; b++)
            B[(nq + a) * n + nq + b] = M[a * r + b];
    }
}

void form_put_bivector(const struct mech *k, struct system *out, const ex *M, size_t wide)
{
    const struct geom *g = k->geom;
    struct store *s = g->model->store;
    const size_t r = g->rank;
    ex *sum = sym_row(ex_mem(s), r * r);
    for (size_t a = 0; a < r; a++)
        for (size_t b = 0; b < r; b++) {
            const ex two = k->two ? k->two[a * g->n + b] : ex_int(s, 0);
            sum[a * r + b] = ex_add2(s, M[a * wide + b], two);
        }
    form_put_tensor(k, out, g->rho, g->n, sum);
}

void form_find_drift_block(struct system *out)
{
    struct store *s = out->model->store;
    const size_t n = out->states;
    ex *D = form_block_make(out, RT_drift, n, 1);
    sym_times(s, out->block[RT_bivector].at, out->block[RT_grad].at, n, n, 1, D);
    for (size_t i = 0; i < n; i++)
        D[i] = ex_sub(s, out->block[RT_rhs].at[i], D[i]);
}
