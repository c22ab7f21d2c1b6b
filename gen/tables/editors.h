/* gen/tables/editors.h -- editors with syntax files.
 *
 * One row becomes a word for `syntax` and put_x of gen/cli/editor_syntax.c.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_TABLES_EDITORS_H
#define GEN_TABLES_EDITORS_H

/* clang-format off */
#define EDITORS(EDITOR) \
    EDITOR(vim,        "vim",            "noslip syntax vim >~/.vim/syntax/noslip.vim") \
    EDITOR(vim_detect, "vim-detect",     "noslip syntax vim-detect >~/.vim/ftdetect/noslip.vim") \
    EDITOR(vscode,     "vscode",         "grammar of a VS Code extension: noslip.tmLanguage.json") \
    EDITOR(vscode_package, "vscode-package", "package.json of the VS Code extension")
/* clang-format on */

#endif
