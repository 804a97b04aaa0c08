/* Pleach's own names for what a program can say to the executor.
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
 * `pleach run` explores the program for every x; `pleach replay` runs it natively on one of the tests it wrote. Programs
 * can ask whether `__PLEACH__` is defined. The functions below are KLEE's (see klee/klee.h) under clearer names, so code
 * for both tools can mix them. */
#ifndef PLEACH_H
#define PLEACH_H

#include <klee/klee.h>

/* Makes the `size` bytes of the object at `ptr` symbolic. `ptr` is the object's start and `size` its exact size. The name
 * appears in tests and reports. */
#define pleach_symbolic(ptr, size, name) klee_make_symbolic((ptr), (size), (name))

/* A symbolic int; one with begin <= value < end; and one below n. */
#define pleach_int(name) klee_int(name)
#define pleach_range(begin, end, name) klee_range((begin), (end), (name))
#define pleach_choose(n) klee_choose(n)

/* Goes on only with inputs for which the condition holds. An assumption that no input satisfies is an error. */
#define pleach_assume(condition) klee_assume((uintptr_t)((condition) != 0))

/* An error on every path on which the condition can be false. Unlike assert(), it does not depend on NDEBUG. */
#define pleach_assert(condition) klee_assert(condition)

/* Ends the path with an error of that message. */
#define pleach_error(message) klee_report_error(__FILE__, __LINE__, (message), "user")

/* Ends the path without a test. */
#define pleach_ignore() klee_silent_exit(0)

/* Asks for tests in which the condition holds, where that is possible on the path. */
#define pleach_prefer(object, condition) klee_prefer_cex((object), (uintptr_t)((condition) != 0))

/* Whether a value depends on the input. */
#define pleach_is_symbolic(value) klee_is_symbolic((uintptr_t)(value))

/* Whether the program runs natively on a test. */
#define pleach_is_replay() klee_is_replay()

/* An error if the bytes are not within one live object. */
#define pleach_check_access(ptr, size) klee_check_memory_access((ptr), (size))

#endif
