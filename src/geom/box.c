#include "geom/wide.h"

lw_box lw_box_empty(void)
{
    return (lw_box){INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
}

bool lw_box_is_empty(lw_box box)
{
    return box.x1 > box.x2 || box.y1 > box.y2;
}

lw_box lw_box_add(lw_box box, lw_point point)
{
    return lw_box_join(box, (lw_box){point.x, point.y, point.x, point.y});
}

lw_box lw_box_join(lw_box a, lw_box b)
{
    if (lw_box_is_empty(a))
        return b;
    if (lw_box_is_empty(b))
        return a;
    return (lw_box){
        a.x1 < b.x1 ? a.x1 : b.x1,
        a.y1 < b.y1 ? a.y1 : b.y1,
        a.x2 > b.x2 ? a.x2 : b.x2,
        a.y2 > b.y2 ? a.y2 : b.y2,
    };
}

lw_box lw_box_grow(lw_box box, lw_nm by)
{
    if (lw_box_is_empty(box))
        return box;
    return (lw_box){
        lw_saturate((int64_t)box.x1 - by),
        lw_saturate((int64_t)box.y1 - by),
        lw_saturate((int64_t)box.x2 + by),
        lw_saturate((int64_t)box.y2 + by),
    };
}

bool lw_box_meets(lw_box a, lw_box b)
{
    return !lw_box_is_empty(a) && !lw_box_is_empty(b) && a.x1 <= b.x2 && b.x1 <= a.x2 &&
           a.y1 <= b.y2 && b.y1 <= a.y2;
}

lw_box lw_shape_box(lw_shape shape)
{
    lw_box box = lw_box_empty();
    for (uint32_t i = 0; i < shape.count; i++)
        box = lw_box_add(box, shape.points[i]);
    return lw_box_grow(box, shape.radius);
}
