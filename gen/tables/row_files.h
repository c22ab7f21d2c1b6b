/* gen/tables/row_files.h -- formats of files of rows.
 *
 * One row becomes SHEET_x, the extension of a path that chooses it, and run_sheet_x, which is
 * gen/run/x.c.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_TABLES_ROW_FILES_H
#define GEN_TABLES_ROW_FILES_H

/* clang-format off */
#define ROW_FILES(SHEET) \
    SHEET(csv) \
    SHEET(npy)
/* clang-format on */

#endif
