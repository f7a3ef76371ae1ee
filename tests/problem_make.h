/*
 * Field problems from pictures: of each layer its rows, the first one y = 0. A digit is a free cell
 * of that cost, '#' a blocked one. A letter is a pin on a cell of cost 1, its capital one on a
 * blocked cell; nets are numbered by the letters, a = 1.
 */
#ifndef LW_TEST_PROBLEM_MAKE_H
#define LW_TEST_PROBLEM_MAKE_H

#include <ctype.h>
#include <string.h>
#include "problem/problem.h"

static inline void problem_add_pin(lw_problem *problem, int *pins, int letter, lw_pin pin)
{
    uint32_t number = (uint32_t)(letter - 'a') + 1;
    for (uint32_t i = 0; i < problem->nets.count; i++)
        if (problem->nets.at[i].number == number) {
            problem->nets.at[i].pin[1] = pin;
            pins[i]++;
            return;
        }
    *lw_list_add(problem->arena, &problem->nets) = (lw_wish){number, {pin, pin}};
}

/* `rows` are `layers` times `rows_of_a_layer` texts of one length. */
static inline lw_problem *problem_from(const char *const *rows, int layers, int rows_of_a_layer,
                                       uint32_t bend, uint32_t via)
{
    lw_problem *problem = lw_problem_new("picture", LW_PROBLEM_COURSE);
    int pins[26] = {0};
    problem->cols = (int32_t)strlen(rows[0]);
    problem->rows = rows_of_a_layer;
    problem->layers = layers;
    problem->bend = bend;
    problem->via = via;
    uint16_t *cells = lw_problem_cells(problem);
    for (int32_t layer = 0; layer < layers; layer++)
        for (int32_t y = 0; y < rows_of_a_layer; y++)
            for (int32_t x = 0; x < problem->cols; x++) {
                char c = rows[layer * rows_of_a_layer + y][x];
                cells[lw_problem_cell(problem, x, y, layer)] =
                    isdigit((unsigned char)c)               ? (uint16_t)(c - '0')
                    : c == '#' || isupper((unsigned char)c) ? 0
                                                            : 1;
                if (isalpha((unsigned char)c))
                    problem_add_pin(problem, pins, tolower((unsigned char)c),
                                    (lw_pin){x, y, layer});
            }
    return problem;
}

#endif
