/* What runs on graphs: functions of an attempt that has a graph in place of a map. */
#ifndef LW_WAVE_GRAPH_H
#define LW_WAVE_GRAPH_H

#include "leeway/graph.h"
#include "wave/attempt.h"

typedef void lw_graph_function(lw_attempt *attempt, const lw_graph *graph);

lw_graph_function lw_graph_wave, lw_graph_breadth, lw_graph_depth;

#endif
