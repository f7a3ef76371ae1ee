#ifndef LW_BASE_FAIL_H
#define LW_BASE_FAIL_H

#include <stdarg.h>
#include "leeway/base.h"

/**
 * Fills `err` unless it is NULL or holds an earlier failure already: the first one wins.
 * A long source keeps its tail. Control characters and what is no UTF-8 become '?'.
 *
 * @return status, so that `return lw_fail(...)` reads well
 */
lw_status lw_fail(lw_error *err, lw_status status, const char *source, int line, int column,
                  const char *format, ...) LW_PRINTF(6, 7);
lw_status lw_fail_args(lw_error *err, lw_status status, const char *source, int line, int column,
                       const char *format, va_list args) LW_PRINTF(6, 0);

#endif
