/* tests/unit/statement_samples.c -- samples of statements, split into items; and the small model of
 * each row. */
#include "gen/language/ast.h"
#include "support/support.h"

#include <string.h>

/* A statement, and the fields of its items; bars separate items. */
static const struct {
    const char *text, *items;
} samples[] = {
    {"model \"A\"", "doc=A"},
    {"coords x in -1 .. 2 a [m] \"place\", y, z [rad], u \"v\"",
     "name=x low=-1 high=2 a unit=m doc=place | name=y | name=z unit=rad | name=u doc=v"},
    {"param m = 2 k in 0 .. 1 > 0 [kg] \"mass\", k = 1 != 0",
     "name=m expr=2 k low=0 high=1 unit=kg doc=mass positive | name=k expr=1 nonzero"},
    {"input u = 0 in -1 .. 1 [N]", "name=u expr=0 low=-1 high=1 unit=N"},
    {"let a = atan2(x, y)", "name=a expr=atan2(x, y)"},
    {"algebra so(3): a, b, c", "head=so(3) name=a | name=b | name=c"},
    {"algebra so(3) body : a", "head=so(3) name=a"},
    {"algebra heisenberg space: a [1/s]", "head=heisenberg space name=a unit=1/s"},
    {"sections e1, e2 \"second\"", "name=e1 | name=e2 doc=second"},
    {"bracket [a, b] = x c -\n  d\n  [b, c] = 0",
     "name=a partner=b expr=x c -\n  d | name=b partner=c expr=0"},
    {"anchor a -> x d_x |\n   d_y\n  b -> 0", "name=a expr=x d_x second=d_y | name=b expr=0"},
    {"metric dx^2\n  + dy^2", "expr=dx^2\n  + dy^2"},
    {"potential x", "expr=x"},
    {"magnetic B dx /\\ dy", "expr=B dx /\\ dy"},
    {"lagrangian x'^2/2 - x", "expr=x'^2/2 - x"},
    {"hamiltonian p_x^2/2", "expr=p_x^2/2"},
    {"dissipation dx^2", "expr=dx^2"},
    {"force -x dx", "expr=-x dx"},
    {"force x = -x', v = t", "name=x expr=-x' | name=v expr=t"},
    {"constraint dx = y dz\n  dy", "expr=dx second=y dz | expr=dy"},
    {"constraint (dx\n  - dy)\n  dz +\n  dx = 0\n  -dy", "expr=(dx\n  - dy) | expr=dz +\n  dx "
                                                         "second=0 | expr=-dy"},
    {"holonomic x^2 = 1\n  y", "expr=x^2 second=1 | expr=y"},
    {"virtual dx\n  dy", "expr=dx | expr=dy"},
    {"frame v = d_x\n  w = d_y", "name=v expr=d_x | name=w expr=d_y"},
    {"drift d_x", "expr=d_x"},
    {"complement s = d_x", "name=s expr=d_x"},
    {"field x d_x", "expr=x d_x"},
    {"second x, atan2(x, y)", "expr=x | expr=atan2(x, y)"},
    {"basis other : dx, 2 dy", "head=other expr=dx | expr=2 dy"},
    {"dynamics vakonomic", "name=vakonomic"},
    {"init x = 1, y' ~ 2", "name=x expr=1 | name=y' expr=2 guess"},
    {"run t = 1, method = rk4", "name=t expr=1 | name=method expr=rk4"},
    {"plot (x, y); t : x^2", "expr=x second=y | expr=t second=x^2"},
    {"plot (x, y), (x^2, f(x, y)); t : x^2, -y",
     "expr=x second=y expr=x^2 second=f(x, y) | expr=t second=x^2 expr=t second=-y"},
    {"draw segment (0, 0), (x, y)\n  spot (x, y, z)",
     "name=segment ( expr=0 expr=0 ) ( expr=x expr=y ) | name=spot ( expr=x expr=y expr=z )"},
    {"draw spot(x, f(y, z))", "name=spot ( expr=x expr=f(y, z) )"},
    {"draw wheel (f(x, y), (y)) phi (1 + a), f(a, b) / 2\n  dot",
     "name=wheel ( expr=f(x, y) expr=(y) ) expr=phi (1 + a) expr=f(a, b) / 2 | name=dot"},
    {"output r = x^2", "name=r expr=x^2"},
    {"event hit : y = R falling\n  reset v = -e v, y' = f(a, b)",
     "head=hit expr=y second=R way=2 act=2 name=v expr=-e v name=y' expr=f(a, b)"},
    {"event turn : cos(phi)", "head=turn expr=cos(phi) way=0 act=0"},
    {"event over : t = 1 stop rising", "head=over expr=t second=1 way=1 act=1"},
    {"check conserved energy\n  x == y\n  energy drift < 1e-9",
     "expr=energy claim=0 | expr=x second=y claim=1 | expr=energy second=1e-9 claim=2"},
    {"set steep : lambda = 3, v = 1", "head=steep name=lambda expr=3 | name=v expr=1"},
    {"compare vakonomic", "name=vakonomic"},
};

static void put_span(struct mem_text *out, const char *word, struct span s)
{
    if (!s.src)
        return;
    mem_put_f(out, "%s%s=", out->len ? " " : "", word);
    mem_put_n(out, s.src->text + s.at, s.len);
}

static void put_pair(struct mem_text *out, const struct item *it)
{
    put_span(out, "name", it->name);
    put_span(out, "partner", it->partner);
    put_span(out, "expr", it->expr);
    put_span(out, "second", it->second);
}

static void put_item(struct mem_text *out, const struct statement *st, const struct item *it)
{
    put_pair(out, it);
    put_span(out, "low", it->low);
    put_span(out, "high", it->high);
    put_span(out, "unit", it->unit);
    put_span(out, "doc", it->doc);
    if (it->assumed.src)
        mem_put(out, it->positive ? " positive" : " nonzero");
    if (it->guess)
        mem_put(out, " guess");
    if (lang_statements[st->what].takes == TAKES_CLAIMS)
        mem_put_f(out, " claim=%d", (int)it->claim);
    if (lang_statements[st->what].takes == TAKES_EVENT)
        mem_put_f(out, " way=%d act=%d", (int)it->way, (int)it->act);
    for (size_t i = 0; i < it->parts; i++) {
        put_pair(out, &it->part[i]);
        mem_put(out, it->part[i].parts ? " (" : "");
        for (size_t k = 0; k < it->part[i].parts; k++)
            put_pair(out, &it->part[i].part[k]);
        mem_put(out, it->part[i].parts ? " )" : "");
    }
}

START_TEST(statements_are_split_into_items)
{
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(samples); i++) {
        struct diag d = {.mem = l.m};
        struct mem_text got = mem_text(l.m);
        struct source *src =
            base_source_text(l.m, "m.nh", samples[i].text, strlen(samples[i].text), EXIT_MODEL);
        const struct ast *ast = lang_parse(&d, src);
        ck_assert_msg(d.errors == 0, "%s: %s", samples[i].text, d.first->message);
        ck_assert_uint_eq(ast->n, 1);
        ck_assert_uint_eq(ast->losts, 0);
        const struct statement *st = &ast->at[0];
        put_span(&got, "head", st->head);
        mem_put(&got, st->space ? " space" : "");
        for (size_t k = 0; k < st->n; k++) {
            mem_put(&got, k ? " |" : "");
            put_item(&got, st, &st->item[k]);
        }
        ck_assert_str_eq(got.text, samples[i].items);
    }
    lab_close(&l);
}
END_TEST

START_TEST(every_way_to_split_has_a_sample)
{
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        bool used = false;
        for (size_t k = 0; k < COUNT(samples); k++)
            for (int j = 0; j < STATEMENT_COUNT; j++) {
                const size_t n = strlen(lang_statements[j].keyword);
                used |= lang_statements[j].takes == lang_statements[i].takes &&
                        strncmp(samples[k].text, lang_statements[j].keyword, n) == 0 &&
                        samples[k].text[n] == ' ';
            }
        ck_assert_msg(used, "no sample is split as '%s' is", lang_statements[i].keyword);
    }
}
END_TEST

/* ---- the small model of each row ---- */

static bool covers(struct span s, const struct token *t)
{
    return s.src && t->at < s.at + s.len && s.at < t->at + t->len;
}

static bool part_has(const struct item *it, const struct token *t)
{
    const struct span all[] = {it->name, it->partner, it->expr, it->second, it->low,
                               it->high, it->unit,    it->doc,  it->assumed};
    for (size_t i = 0; i < COUNT(all); i++)
        if (covers(all[i], t))
            return true;
    return false;
}

/* Items have parts, and those of a drawing have parts themselves. */
static bool item_has(const struct item *it, const struct token *t)
{
    for (size_t i = 0; i < it->parts; i++) {
        const struct item *part = &it->part[i];
        for (size_t k = 0; k < part->parts; k++)
            if (part_has(&part->part[k], t))
                return true;
        if (part_has(part, t))
            return true;
    }
    return part_has(it, t);
}

/* Is the token in an item of the statement, or a word of its syntax (rising, in, body)? */
static bool is_kept(const struct statement *st, const struct token *t)
{
    const char *word = st->keyword.src->text + t->at;
    if (covers(st->keyword, t) || covers(st->head, t))
        return true;
    for (size_t i = 0; i < st->n; i++)
        if (item_has(&st->item[i], t))
            return true;
    const char *syntax = lang_statements[st->what].syntax;
    for (size_t n = 0; *syntax; syntax += n + (n == 0)) {
        n = strspn(syntax, "abcdefghijklmnopqrstuvwxyz");
        if (n == t->len && memcmp(syntax, word, n) == 0)
            return true;
    }
    return false;
}

/* Every name, number and text of a statement is in one of its items. */
START_TEST(nothing_of_a_statement_is_lost)
{
    struct lab l = lab_open();
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        const struct statement_row *row = &lang_statements[i];
        struct diag d = {.mem = l.m};
        struct source *src =
            base_source_text(l.m, "m.nh", row->example, strlen(row->example), EXIT_MODEL);
        const struct ast *ast = lang_parse(&d, src);
        ck_assert_msg(d.errors == 0, "%s: %s", row->keyword, d.errors ? d.first->message : "");
        size_t n = 0, now = 0;
        bool seen = false;
        const struct token *token = lang_lex(&d, src, &n);
        for (size_t k = 0; k < n; k++) {
            while (now + 1 < ast->n && ast->at[now + 1].keyword.at <= token[k].at)
                now++;
            seen |= (int)ast->at[now].what == i;
            ck_assert_msg(token[k].kind == T_SIGN || is_kept(&ast->at[now], &token[k]),
                          "small model of '%s': '%.*s' is in no item of '%s'", row->keyword,
                          (int)token[k].len, src->text + token[k].at,
                          lang_statements[ast->at[now].what].keyword);
        }
        ck_assert_msg(seen, "the small model of '%s' is without it", row->keyword);
    }
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {statements_are_split_into_items, every_way_to_split_has_a_sample,
                                  nothing_of_a_statement_is_lost};
    return test_run("statement samples", tests, COUNT(tests));
}
