/* gen/tables/analyses.h -- analyses of a motion.
 *
 * One row becomes ANALYSIS_x, its word for `analyze`, its word for the session, which is `brief`,
 * its help, and analyze_x, in a file of its own in gen/analyze; tests run both examples. `runs`: it
 * integrates, by the method of the command line.
 *
 *   word       brief   blocks it calls                                runs   takes
 *                      help
 *                      example of the command line, example of a session
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_TABLES_ANALYSES_H
#define GEN_TABLES_ANALYSES_H

/* clang-format off */
#define ANALYSES(ANALYSIS) \
    ANALYSIS(equilibria, eq,      B(jac) | B(energy) | B(constraint) | B(jacc), false, "", \
             "equilibria and steady motions, with their stability", \
             "noslip analyze models/sleigh.nh equilibria", "eq") \
    ANALYSIS(linearize,  lin,     B(jac) | B(energy) | B(jacu) | B(constraint) | B(jacc), false, "", \
             "matrices A and B at a state, eigenvalues, stability", \
             "noslip analyze models/sleigh.nh linearize --state x=0,y=0,theta=0,v=1,w=0", "lin") \
    ANALYSIS(section,    section, B(jac) | B(constraint), true, "EXPR [= EXPR] [rising | falling]", \
             "crossings of a surface during a run, and the return map", \
             "noslip analyze models/skater_slope.nh section \"sin(phi)\" -t 40", "section sin(phi) rising") \
    ANALYSIS(lyapunov,   lyap,    B(jac), true, "", \
             "Lyapunov exponents along a run, their uncertainty and their sum", \
             "noslip analyze models/sleigh.nh lyapunov -t 100", "lyap") \
    ANALYSIS(drift,      drift,   B(energy) | B(liouville) | B(moving) | B(constraint) | B(jacc), true, "", \
             "drift of energy and constraints, compared between methods", \
             "noslip analyze models/sleigh.nh drift -t 10", "drift") \
    ANALYSIS(reverse,    reverse, 0, true, "", \
             "time reversal, by a run forward and back; distance from the start, whether the law is reversible", \
             "noslip analyze models/sleigh.nh reverse -t 10", "reverse")
/* clang-format on */

#endif
