#include <assert.h>
#include "wave/space.h"

typedef lw_wave_path algorithm(lw_search *search);

static const struct {
    const char *name;
    algorithm *find;
} family[LW_WAVE_COUNT] = {
    [LW_WAVE_SINGLE] = {"single", lw_wave_single},
    [LW_WAVE_DOUBLE] = {"double", lw_wave_double},
};

lw_wave_path lw_wave_find(lw_wave wave, const lw_field *field, lw_wave_space *space,
                          const lw_wave_query *query)
{
    assert(wave >= 0 && wave < LW_WAVE_COUNT);
    lw_search search;
    lw_search_start(&search, field, space, query);
    return family[wave].find(&search);
}

const char *lw_wave_name(lw_wave wave)
{
    return family[wave].name;
}
