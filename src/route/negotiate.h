/*
 * Negotiated routing: nets may overlap at first, and pay ever more for it, until none does.
 *
 * Source: L. McMurchie, C. Ebeling, "PathFinder: A Negotiation-Based Performance-Driven Router for
 * FPGAs", FPGA (1995).
 */
#ifndef LW_ROUTE_NEGOTIATE_H
#define LW_ROUTE_NEGOTIATE_H

#include "route/run.h"

/* Joins the nets, which stand in the order of their first turn, as far as they are not joined yet;
 * copper goes to run->routes, what stays open to the log. */
lw_status lw_negotiate(lw_run *run, const lw_net_id *nets, uint32_t count, lw_route_log *log,
                       lw_error *err) LW_MUST_CHECK;

/* Nodes that the searches of a run may expand before it is brought to an end; a million takes about
 * a fifth of a second. */
uint64_t lw_effort(uint32_t connections);
/* Whether another lattice may be tried after so many nodes. */
bool lw_effort_leaves_work(uint64_t expanded, uint32_t connections);

#endif
