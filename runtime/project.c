/* runtime/project.c -- projection of a state onto its constraints and its energy level.
 *
 * Newton's method for c(y) = 0 with the smallest change: C d = -c with d in the span of the rows of
 * C = dc/dy, which are made orthogonal one after the other (modified Gram-Schmidt). A row that
 * depends on those before it is left out where its condition already holds. What remains after a
 * change is about its square: a change of 1e-9 is the last one.
 */
#include "drive.h"

#include <float.h>
#include <math.h>

enum { ITERATIONS = 12 };

static size_t constraints(const struct rt_task *task)
{
    return task->onto & RT_ONTO_CONSTRAINT ? task->model->length[RT_constraint] : 0;
}

static size_t conditions(const struct rt_task *task)
{
    return constraints(task) + (task->onto & RT_ONTO_ENERGY ? 1 : 0);
}

/* Residuals, rows, squares of the lengths of rows. */
size_t rt_project_work(const struct rt_task *task)
{
    return conditions(task) * (task->model->states + 2);
}

static double dot(size_t n, const double *a, const double *b)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

static void evaluate(struct rt_drive *r, double t, const double *y, double *c, double *rows)
{
    struct rt_stepper *s = &r->s;
    const size_t k = constraints(s->task);
    if (k) {
        rt_eval(s, RT_constraint, t, y, c);
        rt_eval(s, RT_jacc, t, y, rows);
    }
    if (s->task->onto & RT_ONTO_ENERGY) {
        rt_eval(s, RT_energy, t, y, &c[k]);
        rt_eval(s, RT_grad, t, y, &rows[k * s->n]);
        c[k] -= r->level;
    }
}

/* c becomes the coefficients of the orthogonal rows in d; 0 when a condition cannot be reached. */
static int orthogonalise(size_t m, size_t n, double *c, double *rows, double *square, double scale)
{
    for (size_t i = 0; i < m; i++) {
        double *row = rows + i * n;
        const double whole = dot(n, row, row);
        for (size_t j = 0; j < i; j++) {
            if (square[j] == 0)
                continue;
            const double part = dot(n, row, rows + j * n) / square[j];
            for (size_t a = 0; a < n; a++)
                row[a] -= part * rows[j * n + a];
            c[i] -= part * c[j];
        }
        square[i] = dot(n, row, row);
        if (square[i] <= 1e-26 * whole || square[i] < DBL_MIN) {
            square[i] = 0;
            if (!(fabs(c[i]) <= 1e-8 * scale))
                return 0;
        }
    }
    return 1;
}

static double move(size_t m, size_t n, const double *c, const double *rows, const double *square,
                   double *y)
{
    double way = 0;
    for (size_t i = 0; i < m; i++) {
        if (square[i] == 0)
            continue;
        const double by = c[i] / square[i];
        way += by * c[i];
        for (size_t a = 0; a < n; a++)
            y[a] -= by * rows[i * n + a];
    }
    return sqrt(way);
}

enum rt_status rt_project(struct rt_drive *r, double t, double *y, int *moved)
{
    const size_t m = conditions(r->s.task), n = r->s.n;
    const double last = 1e-9;
    double *c = r->projector, *square = c + m, *rows = square + m;
    if (m == 0)
        return RT_OK;
    for (int i = 0; i < ITERATIONS; i++) {
        const double scale = 1 + sqrt(dot(n, y, y));
        evaluate(r, t, y, c, rows);
        if (!rt_finite(c, m) || !rt_finite(rows, m * n))
            return RT_NAN;
        if (!orthogonalise(m, n, c, rows, square, scale))
            return RT_SINGULAR;
        const double way = move(m, n, c, rows, square, y);
        *moved = *moved || way > 0;
        if (way <= last * scale)
            return RT_OK;
    }
    return RT_DIVERGED;
}
