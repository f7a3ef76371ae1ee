#include "route/apart.h"

#include <criterion/criterion.h>
#include "check_leaks.h"
#include "random.h"

enum { MOST = 60 };

/* Each pair is measured. */
static int64_t brute(const lw_member *members, uint32_t count, const lw_member *from)
{
    int64_t best = INT64_MAX;
    for (uint32_t i = 0; i < count; i++) {
        int64_t dx = (int64_t)members[i].at.x - from->at.x;
        int64_t dy = (int64_t)members[i].at.y - from->at.y;
        if (members[i].group != from->group && dx * dx + dy * dy < best)
            best = dx * dx + dy * dy;
    }
    return best;
}

Test(apart, is_the_distance_to_the_nearest_member_of_another_group)
{
    /* Few places, so that many members share one; many; and the ends of the world. */
    static const lw_nm sides[] = {0, 3, 1000, 1000000000};
    uint64_t state = 1;
    for (int round = 0; round < 4000; round++) {
        lw_nm side = sides[round % 4];
        uint32_t count = (uint32_t)random_between(&state, 0, MOST);
        int64_t groups = random_between(&state, 1, 8);
        lw_member members[MOST], copy[MOST];
        int64_t distance2[MOST];
        for (uint32_t i = 0; i < count; i++) {
            members[i].at.x = (lw_nm)random_between(&state, -side, side);
            members[i].at.y = round % 3 ? (lw_nm)random_between(&state, -side, side) : side;
            members[i].group = (uint32_t)random_between(&state, 1, groups);
            members[i].number = i;
            copy[i] = members[i];
        }
        lw_apart(copy, count, distance2);
        for (uint32_t i = 0; i < count; i++)
            cr_assert_eq(distance2[i], brute(members, count, &members[i]),
                         "round %d: member %u of %u", round, i, count);
    }
    lw_test_no_leaks();
}
