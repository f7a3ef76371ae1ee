/*
 * Interned UTF-8 text: equal names are the same pointer, so names are compared by ==.
 * Also the dictionary from a name to a number (nets, elements, packages ... of a loader).
 */
#ifndef LW_BASE_NAMES_H
#define LW_BASE_NAMES_H

#include "base/arena.h"

typedef struct lw_names lw_names;

/* Text and table live in the arena. */
lw_names *lw_names_new(lw_arena *arena);
const char *lw_intern(lw_names *names, const char *text);
const char *lw_intern_n(lw_names *names, const char *text, size_t length);
/* The same, but NULL for what was never interned. */
const char *lw_interned(const lw_names *names, const char *text, size_t length);

typedef struct lw_dict lw_dict;

/* Keys are pairs of interned pointers (the second may be NULL); values are numbers >= 0. */
lw_dict *lw_dict_new(lw_arena *arena);
/* -1 when absent */
int32_t lw_dict_get(const lw_dict *dict, const char *key, const char *key2);
/* false, and nothing changes, when the key is there already */
bool lw_dict_put(lw_dict *dict, const char *key, const char *key2, int32_t value);

#endif
