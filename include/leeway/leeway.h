/* All of the library:
 *
 *     status = lw_board_load(path, &board, &err);
 *     if (!status) status = lw_route(board, &options, &routes, NULL, &err);
 *     if (!status) status = lw_check(board, routes, &check_options, &report, &err);
 *     if (!status) status = lw_board_save(board, routes, board->format, out_path, &err);
 */
#ifndef LEEWAY_H
#define LEEWAY_H

#include "leeway/base.h"
#include "leeway/geom.h"
#include "leeway/board.h"
#include "leeway/io.h"
#include "leeway/wave.h"
#include "leeway/grid.h"
#include "leeway/route.h"
#include "leeway/check.h"
#include "leeway/draw.h"
#include "leeway/problem.h"
#include "leeway/family.h"
#include "leeway/graph.h"
#include "leeway/valuation.h"
#include "leeway/lesson.h"
#include "leeway/maze.h"
#include "leeway/figure.h"
#include "leeway/compare.h"
#include "leeway/record.h"
#include "leeway/grade.h"
#include "leeway/worksheet.h"

#endif
