/* gen/tables/shells.h -- shells with completion.
 *
 * One row becomes a word for `completion` and put_x of gen/cli/completion.c.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_TABLES_SHELLS_H
#define GEN_TABLES_SHELLS_H

/* clang-format off */
#define SHELLS(SHELL) \
    SHELL(bash, "noslip completion bash >~/.local/share/bash-completion/completions/noslip") \
    SHELL(zsh,  "noslip completion zsh >_noslip, in a folder of $fpath") \
    SHELL(fish, "noslip completion fish >~/.config/fish/completions/noslip.fish")
/* clang-format on */

#endif
