/* The page that plays records, made from page/ by the build: what stands before and behind the
 * data. */
#ifndef LW_LESSON_PAGE_H
#define LW_LESSON_PAGE_H

#include <stddef.h>

extern const unsigned char lw_page_head[], lw_page_tail[];
extern const size_t lw_page_head_size, lw_page_tail_size;

#endif
