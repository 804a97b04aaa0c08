/* What a program can say to Pleach.
 *
 *     #include <pleach.h>
 *
 *     int main(void) {
 *         int x;
 *         pleach_symbolic(&x, sizeof x, "x");
 *         pleach_assume(x > 0);
 *         pleach_assert(x + 1 > x);
 *     }
 *
 * `pleach run` explores the program for every x; `pleach replay` runs it natively on one of the tests it wrote. A program
 * can tell by `__PLEACH__` that it is compiled for either. Programs written for KLEE need not change: they include
 * klee/klee.h, and the two can be mixed. */
#ifndef PLEACH_H
#define PLEACH_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- input ---- */

/* Makes `size` bytes at `ptr` symbolic: they can be anything. They must lie within one object; a field or a part of an
 * array will do. The name appears in tests and reports. */
void pleach_symbolic(void *ptr, size_t size, const char *name);

/* An object whose size is symbolic, from 0 to `max` bytes, with symbolic bytes; `length`, if it is not null, is where the size is stored.
 * Accesses behind it are errors. It is freed with free(). In tests the size is the input "NAME:length". */
void *pleach_symbolic_buffer(size_t max, const char *name, size_t *length);

/* A symbolic string of at most `max` characters. Nothing lies behind its terminator. It is freed with free(). */
char *pleach_symbolic_string(size_t max, const char *name);

/* A symbolic int; one with begin <= value < end; and an index below n. */
int pleach_int(const char *name);
int pleach_range(int begin, int end, const char *name);
uintptr_t pleach_choose(uintptr_t n);

/* Goes on only with inputs for which the condition holds. A path on which it holds for none ends there and is counted; an assumption that
 * holds on no path at all is told of at the end of the run. (klee_assume() makes an error of each such path.) */
void pleach_assume(uintptr_t condition);

/* Asks for tests in which the condition holds, where that is possible on the path. */
void pleach_prefer(void *object, uintptr_t condition);

/* ---- errors ---- */

/* An error on every path on which the condition can be false. Unlike assert(), it does not depend on NDEBUG. */
#define pleach_assert(condition) \
    ((condition) ? (void)0 : pleach_assert_fail(#condition, __FILE__, __LINE__, __func__))

/* Ends the path with an error of that message; the suffix names the error file: test000001.SUFFIX.err. */
#define pleach_error(message, suffix) pleach_report_error(__FILE__, __LINE__, (message), (suffix))

/* An error if the bytes are not within one live object. */
void pleach_check_access(const void *ptr, size_t size);

/* What the macros above call. */
__attribute__((noreturn)) void pleach_assert_fail(const char *condition, const char *file, unsigned line,
                                                  const char *function);
__attribute__((noreturn)) void pleach_report_error(const char *file, int line, const char *message, const char *suffix);

/* ---- the exploration ---- */

/* Ends the path without a test. */
__attribute__((noreturn)) void pleach_silent_exit(int status);

/* Whether a value depends on the input; always false in replay. */
unsigned pleach_is_symbolic(uintptr_t value);

/* Whether the program runs natively on a test. */
unsigned pleach_is_replay(void);

/* Paths that part between these two become one path again at the end, if they differ in values only. Regions may lie
 * within each other. Nothing happens in replay. */
void pleach_merge_begin(void);
void pleach_merge_end(void);

/* Lines for the log of the run; nothing happens in replay. */
void pleach_warning(const char *message);
void pleach_warning_once(const char *message);

#ifdef __cplusplus
}
#endif

#endif
