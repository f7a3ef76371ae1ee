#include "base/names.h"

#include <string.h>

/*
 * Both tables are hash tries: a node has four children, two bits of the hash choose one a level.
 * They grow without copying, live in the arena, and answer in at most 32 steps and a few more
 * for equal hashes. Names come from files of anybody: they are hashed by SipHash-1-3 [Aumasson and
 * Bernstein, 2012], so that equal hashes cannot be made in bulk.
 */

typedef struct name_node {
    struct name_node *child[4];
    uint64_t hash;
    size_t length;
    char text[];
} name_node;

struct lw_names {
    lw_arena *arena;
    name_node *root;
};

static uint64_t turn(uint64_t x, int by)
{
    return x << by | x >> (64 - by);
}

static void sip_round(uint64_t v[4])
{
    v[0] += v[1], v[1] = turn(v[1], 13) ^ v[0], v[0] = turn(v[0], 32);
    v[2] += v[3], v[3] = turn(v[3], 16) ^ v[2];
    v[0] += v[3], v[3] = turn(v[3], 21) ^ v[0];
    v[2] += v[1], v[1] = turn(v[1], 17) ^ v[2], v[2] = turn(v[2], 32);
}

static void sip_word(uint64_t v[4], uint64_t word)
{
    v[3] ^= word;
    sip_round(v);
    v[0] ^= word;
}

static uint64_t hash_bytes(const char *bytes, size_t length)
{
    uint64_t v[4] = {0x736f6d6570736575, 0x646f72616e646f6d, 0x6c7967656e657261,
                     0x7465646279746573};
    uint64_t word;
    size_t i = 0;
    for (; length - i >= 8; i += 8) {
        memcpy(&word, bytes + i, 8);
        sip_word(v, word);
    }
    word = (uint64_t)length << 56;
    for (size_t k = 0; i + k < length; k++)
        word |= (uint64_t)(unsigned char)bytes[i + k] << (8 * k);
    sip_word(v, word);
    v[2] ^= 0xff;
    for (int k = 0; k < 3; k++)
        sip_round(v);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

lw_names *lw_names_new(lw_arena *arena)
{
    lw_names *names = LW_NEW(arena, lw_names);
    names->arena = arena;
    return names;
}

const char *lw_intern_n(lw_names *names, const char *text, size_t length)
{
    uint64_t hash = hash_bytes(text, length);
    name_node **at = &names->root;
    for (uint64_t bits = hash; *at; bits <<= 2) {
        name_node *node = *at;
        if (node->hash == hash && node->length == length && !memcmp(node->text, text, length))
            return node->text;
        at = &node->child[bits >> 62];
    }
    name_node *node = lw_arena_alloc(names->arena, sizeof *node + length + 1, 1);
    node->hash = hash;
    node->length = length;
    memcpy(node->text, text, length);
    *at = node;
    return node->text;
}

const char *lw_interned(const lw_names *names, const char *text, size_t length)
{
    uint64_t hash = hash_bytes(text, length);
    const name_node *node = names->root;
    for (uint64_t bits = hash; node; bits <<= 2) {
        if (node->hash == hash && node->length == length && !memcmp(node->text, text, length))
            return node->text;
        node = node->child[bits >> 62];
    }
    return NULL;
}

const char *lw_intern(lw_names *names, const char *text)
{
    return lw_intern_n(names, text, strlen(text));
}

typedef struct dict_node {
    struct dict_node *child[4];
    const char *key, *key2;
    int32_t value;
} dict_node;

struct lw_dict {
    lw_arena *arena;
    dict_node *root;
};

lw_dict *lw_dict_new(lw_arena *arena)
{
    lw_dict *dict = LW_NEW(arena, lw_dict);
    dict->arena = arena;
    return dict;
}

/* Pointers only choose the place in the trie; nothing is ever enumerated in its order. */
static uint64_t hash_pair(const char *key, const char *key2)
{
    uint64_t pair[2] = {(uintptr_t)key, (uintptr_t)key2};
    return hash_bytes((const char *)pair, sizeof pair);
}

int32_t lw_dict_get(const lw_dict *dict, const char *key, const char *key2)
{
    uint64_t bits = hash_pair(key, key2);
    for (const dict_node *node = dict->root; node; node = node->child[bits >> 62], bits <<= 2) {
        if (node->key == key && node->key2 == key2)
            return node->value;
    }
    return -1;
}

bool lw_dict_put(lw_dict *dict, const char *key, const char *key2, int32_t value)
{
    uint64_t bits = hash_pair(key, key2);
    dict_node **at = &dict->root;
    for (; *at; at = &(*at)->child[bits >> 62], bits <<= 2) {
        if ((*at)->key == key && (*at)->key2 == key2)
            return false;
    }
    dict_node *node = LW_NEW(dict->arena, dict_node);
    node->key = key;
    node->key2 = key2;
    node->value = value;
    *at = node;
    return true;
}
