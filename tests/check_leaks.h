/* At the end of a test's body: what it leaked fails it. LeakSanitizer alone speaks too late. */
#ifndef LW_TEST_CHECK_LEAKS_H
#define LW_TEST_CHECK_LEAKS_H

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LW_TEST_HAS_LSAN 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define LW_TEST_HAS_LSAN 1
#endif

#ifdef LW_TEST_HAS_LSAN
#include <sanitizer/lsan_interface.h>
#define lw_test_no_leaks() cr_assert(__lsan_do_recoverable_leak_check() == 0, "memory was leaked")
#else
#define lw_test_no_leaks() ((void)0)
#endif

#endif
