/* expr/exact/matrix_products.c -- products and transposes of matrices of expressions. */
#include "../store.h"

#include <string.h>

void ex_matrix_mul(struct store *s, const ex *a, const ex *b, size_t rows, size_t inner,
                   size_t cols, ex *out)
{
    struct mem_mark mark = mem_mark(s->mem);
    ex *term = mem_take_array(s->mem, inner + 1, sizeof *term);
    ex *product = mem_take_array(s->mem, rows * cols + 1, sizeof *product);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < cols; j++) {
            size_t n = 0;
            for (size_t k = 0; k < inner; k++)
                if (a[i * inner + k] != s->zero && b[k * cols + j] != s->zero)
                    term[n++] = ex_mul2(s, a[i * inner + k], b[k * cols + j]);
            product[i * cols + j] = ex_circle(s, ex_add(s, term, n));
        }
    memcpy(out, product, rows * cols * sizeof *out);
    mem_release(s->mem, mark);
}

void ex_matrix_transpose(const ex *a, size_t rows, size_t cols, ex *out)
{
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < cols; j++)
            out[j * rows + i] = a[i * cols + j];
}
