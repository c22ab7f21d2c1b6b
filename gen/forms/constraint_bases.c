/* gen/forms/constraint_bases.c -- objects of a form: the constraints in other bases. */
#include "gen/forms/form.h"
#include "gen/language/statement_basis.h"
#include "gen/language/values.h"

void form_put_bases(struct system *sys)
{
    const struct model *m = sys->model;
    struct mem *mem = ex_mem(m->store);
    const size_t k = m->constraints;
    struct other_basis *basis = NULL;
    const size_t bases = lang_bases(m, &basis);
    for (size_t i = 0; i < bases; i++) {
        const struct other_basis *b = &basis[i];
        struct object *o = form_object(
            sys, base_text(mem, "Lambda_%s", b->name),
            base_text(mem, "basis %s: its forms are Lambda times the constraints", b->name),
            b->change, k, k);
        if (b != m->in_basis) {
            o->note = base_text(mem, "--basis %s shows what follows in that basis", b->name);
            continue;
        }
        ex *given = sym_row(mem, k);
        for (size_t j = 0; j < k; j++)
            given[j] = lang_given_multiplier(m, form_state_multipliers(sys), j);
        o->note = "what follows is in this basis, and so are lambda, B, D, chi and C_ab; momenta, "
                  "h_2, accelerations and the bracket are the same in all";
        form_object(sys, "lambda_model", "multipliers of the constraints of the model", given, k,
                    1);
    }
}
