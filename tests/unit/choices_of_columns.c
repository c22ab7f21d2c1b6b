/* tests/unit/choices_of_columns.c -- enumeration of k out of n columns. */
#include "gen/symbolic/symbolic.h"
#include "support/support.h"

/* Each choice is larger than the one before in lexicographic order, and there are n over k. */
START_TEST(every_choice_once)
{
    enum { LARGEST = 7 };
    for (size_t n = 1; n <= LARGEST; n++)
        for (size_t k = 0, expected = 1; k <= n; expected = expected * (n - k) / (k + 1), k++) {
            size_t column[LARGEST + 1], before[LARGEST + 1], found = 0;
            for (size_t i = 0; i < k; i++)
                column[i] = i;
            do {
                size_t same = 0;
                while (found && same < k && column[same] == before[same])
                    same++;
                ck_assert(!found || (same < k && column[same] > before[same]));
                for (size_t i = 0; i < k; i++) {
                    ck_assert_uint_lt(column[i], n);
                    ck_assert(i == 0 || column[i - 1] < column[i]);
                    before[i] = column[i];
                }
                found++;
            } while (sym_next_choice(column, k, n));
            ck_assert_uint_eq(found, expected);
        }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {every_choice_once};
    return test_run("choices_of_columns", tests, COUNT(tests));
}
