/*
 * Neighbouring pads of a net that cannot be joined on the lattice.
 */
#ifndef LW_ROUTE_BRIDGE_H
#define LW_ROUTE_BRIDGE_H

#include "route/run.h"

/* Joins what no node of the lattice leads to with pads next to it, as if the board had come with
 * that copper; how many connections that made. */
uint32_t lw_run_bridge(lw_run *run);

#endif
