/* The interface of programs written for KLEE, so that they compile for Pleach as they are.
 *
 * Compiled by `pleach run`, these are answered by the executor. Compiled by `pleach replay`, they read their values from
 * the test. */
#ifndef KLEE_H
#define KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes an object symbolic. `addr` is the object's start and `nbytes` its exact size. */
void klee_make_symbolic(void *addr, size_t nbytes, const char *name);

/* A symbolic int with begin <= value < end. */
int klee_range(int begin, int end, const char *name);

/* A symbolic int. */
int klee_int(const char *name);

/* A symbolic value below n. */
uintptr_t klee_choose(uintptr_t n);

/* Goes on only with inputs for which the condition holds. */
void klee_assume(uintptr_t condition);

/* Ends the path without a test. */
__attribute__((noreturn)) void klee_silent_exit(int status);

/* Ends the path with an error. */
__attribute__((noreturn)) void klee_abort(void);

/* Ends the path with an error of the caller's own kind; the suffix becomes the error file's extension. */
__attribute__((noreturn)) void klee_report_error(const char *file, int line, const char *message, const char *suffix);

/* What klee_assert calls when it fails. */
__attribute__((noreturn)) void klee_assert_fail(const char *assertion, const char *file, unsigned line,
                                                const char *function);

#define klee_assert(expr) ((expr) ? (void)(0) : klee_assert_fail(#expr, __FILE__, __LINE__, __PRETTY_FUNCTION__))

/* Whether a value depends on the input. */
unsigned klee_is_symbolic(uintptr_t n);

/* Whether the program runs on a test, natively. */
unsigned klee_is_replay(void);

/* One value that the expression can have on this path; adds no constraint. */
float klee_get_valuef(float expr);
double klee_get_valued(double expr);
long klee_get_valuel(long expr);
long long klee_get_valuell(long long expr);
int32_t klee_get_value_i32(int32_t expr);
int64_t klee_get_value_i64(int64_t expr);
float klee_get_value_f(float expr);
double klee_get_value_d(double expr);
long klee_get_value_l(long expr);
long long klee_get_value_ll(long long expr);

/* The size of the object that a pointer points to. */
size_t klee_get_obj_size(void *ptr);

/* The value of errno. */
int klee_get_errno(void);

/* An error if the bytes are not within one live object. */
void klee_check_memory_access(const void *address, size_t size);

/* Declares that an object of that size lies at a fixed address. */
void klee_define_fixed_object(void *addr, size_t nbytes);

/* Tells the executor that an object is shared by all of the program. */
void klee_mark_global(void *object);

/* Asks for tests in which the condition holds, where that is possible on the path. */
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);

/* Turns forking off and on again. */
void klee_set_forking(unsigned enable);

/* Paths that meet between these two may be merged. */
void klee_open_merge(void);
void klee_close_merge(void);

/* Messages while exploring; nothing is printed in replay. */
void klee_print_expr(const char *message, ...);
void klee_print_range(const char *name, int arg);
void klee_stack_trace(void);
void klee_warning(const char *message);
void klee_warning_once(const char *message);

/* Models that KLEE's users call by name. */
void klee_alias_function(const char *fn_name, const char *new_fn_name);

#ifdef __cplusplus
}
#endif

#endif
