/* What a program calls while it runs natively on a test.
 *
 * The objects of the .ktest file named by KTEST_FILE are handed out in order of creation. What happens that cannot be seen
 * from outside (a failed assumption, a call of reach_error, a test that does not fit) is written, one line each, to the
 * file named by PLEACH_REPLAY_REPORT.
 *
 * Every function is weak, so that a program's own definition wins. The program may also define functions with the names
 * of the C library's; therefore files are read by system calls and nothing else of the library is used on the way. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define WEAK __attribute__((weak, no_instrument_function))
#define INTERNAL static __attribute__((no_instrument_function))

/* Exit codes for ends that the report explains. */
enum { EXIT_MISMATCH = 97, EXIT_ASSUMPTION = 98, EXIT_ERROR = 99 };

/* Where the test and the report are. */
static const char *test_path, *report_path;

/* ---- reporting ---- */

INTERNAL size_t length(const char *text) {
  size_t n = 0;
  while (text && text[n]) n++;
  return n;
}

/* Adds up to four texts as one line to the report, or to standard error if there is none. */
INTERNAL void report(const char *a, const char *b, const char *c, const char *d) {
  const char *parts[] = {a, b, c, d, "\n"};
  char line[1024];
  size_t used = 0;
  for (int i = 0; i < 5; i++) {
    for (size_t n = 0; n < length(parts[i]) && used < sizeof line - 1; n++) {
      char ch = parts[i][n];
      line[used++] = ch == '\n' && i < 4 ? ' ' : ch;
    }
  }
  line[used - 1] = '\n';
  const char *path = report_path;
  long fd = path ? syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND, 0600) : 2;
  if (fd >= 0) syscall(SYS_write, fd, line, used);
  if (path && fd >= 0) syscall(SYS_close, fd);
}

__attribute__((noreturn)) INTERNAL void stop(int status) {
  fflush(NULL);
  _exit(status);
}

INTERNAL const char *decimal(char buffer[24], uint64_t number) {
  char *at = buffer + 23;
  *at = 0;
  do *--at = (char)('0' + number % 10);
  while (number /= 10);
  return at;
}

/* ---- the world ---- */

/* The value of a variable in the list; null if it is not there. */
INTERNAL char *value_of(char **variables, const char *name) {
  size_t count = length(name);
  for (; variables && *variables; variables++) {
    size_t at = 0;
    while (at < count && (*variables)[at] == name[at]) at++;
    if (at == count && (*variables)[at] == '=') return *variables + count + 1;
  }
  return NULL;
}

/* Whether one of the names, with colons between them, is that of a variable. */
INTERNAL int is_among(const char *names, const char *variable) {
  for (const char *name = names; *name;) {
    size_t count = 0;
    while (name[count] && name[count] != ':') count++;
    size_t at = 0;
    while (at < count && variable[at] == name[at]) at++;
    if (count && at == count && variable[at] == '=') return 1;
    name += count + (name[count] == ':');
  }
  return 0;
}

/* Takes the variables out of the environment that are there for the sanitizers and for this file. */
INTERNAL void hide_variables(char **variables) {
  const char *hidden = value_of(variables, "PLEACH_REPLAY_HIDES");
  test_path = value_of(variables, "KTEST_FILE");
  report_path = value_of(variables, "PLEACH_REPLAY_REPORT");
  if (!hidden || !variables) return;
  char **to = variables;
  for (char **from = variables; *from; from++)
    if (!is_among(hidden, *from)) *to++ = *from;
  *to = NULL;
}

/* Present when the program is built with AddressSanitizer. */
extern void __asan_poison_memory_region(void const volatile *begin, size_t size) __attribute__((weak));

/* AddressSanitizer does not know where arguments and variables end: they move to where it does. */
INTERNAL void end_strings(char **strings) {
  enum { ZONE = 64 };
  for (; strings && *strings; strings++) {
    size_t count = length(*strings) + 1, room = (ZONE + count + ZONE + 4095) & ~(size_t)4095;
    long memory = syscall(SYS_mmap, NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1L, 0L);
    if (memory == -1) return;
    char *to = (char *)memory + ZONE;
    for (size_t i = 0; i < count; i++) to[i] = (*strings)[i];
    __asan_poison_memory_region(to + count, room - ZONE - count);
    *strings = to;
  }
}

/* What a process inherits is what it is in every run: nothing is open but the standard streams, no signal is blocked or ignored,
 * files are made for others to read, and the stack has eight megabytes. */
INTERNAL void inherit_nothing(void) {
#ifdef SYS_close_range
  syscall(SYS_close_range, 3L, (long)~0u, 0L);
#endif
  syscall(SYS_umask, 022L);
  uint64_t none = 0;
  syscall(SYS_rt_sigprocmask, (long)SIG_SETMASK, &none, NULL, 8L);
  for (long number = 1; number < 32; number++) {
    /* As the kernel has it: a handler, and more that is nothing for a signal without one. */
    uint64_t action[8] = {0}, plain[8] = {0};
    int known = syscall(SYS_rt_sigaction, number, NULL, action, 8L) == 0;
    if (known && action[0] == (uint64_t)(uintptr_t)SIG_IGN) syscall(SYS_rt_sigaction, number, plain, NULL, 8L);
  }
  uint64_t stack[2] = {0}, wanted = 8 << 20;
  if (syscall(SYS_prlimit64, 0L, (long)RLIMIT_STACK, NULL, stack) == 0) {
    stack[0] = stack[1] < wanted ? stack[1] : wanted;
    syscall(SYS_prlimit64, 0L, (long)RLIMIT_STACK, stack, NULL);
  }
}

/* Before constructors of the program. What the program prints is compared with what was predicted, however it ends: nothing may be
 * left in a buffer. */
__attribute__((constructor(101))) INTERNAL void begin(int argc, char **argv, char **envp) {
  (void)argc, (void)envp;
  hide_variables(environ);
  if (report_path) inherit_nothing();
  if (__asan_poison_memory_region) {
    end_strings(argv);
    end_strings(environ);
  }
  setvbuf(stdout, NULL, _IONBF, 0);
  errno = 0;
}

/* ---- the test ---- */

static const unsigned char *test_bytes;
static size_t test_size, test_at;
static uint32_t objects_left;
static int test_loaded;

__attribute__((noreturn)) INTERNAL void mismatch(const char *why, const char *name, const char *detail) {
  report("mismatch: ", why, name, detail);
  stop(EXIT_MISMATCH);
}

INTERNAL uint32_t next_number(void) {
  if (test_size - test_at < 4) mismatch("damaged test file", "", "");
  const unsigned char *p = test_bytes + test_at;
  test_at += 4;
  return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

INTERNAL const unsigned char *next_bytes(uint32_t count) {
  if (test_size - test_at < count) mismatch("damaged test file", "", "");
  const unsigned char *p = test_bytes + test_at;
  test_at += count;
  return p;
}

INTERNAL void load(void) {
  test_loaded = 1;
  const char *path = test_path;
  if (!path) mismatch("KTEST_FILE is not set", "", "");
  long fd = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY, 0);
  if (fd < 0) mismatch("cannot open ", path, "");
  long size = syscall(SYS_lseek, fd, 0L, SEEK_END);
  void *map = size > 0 ? (void *)syscall(SYS_mmap, NULL, (size_t)size, PROT_READ, MAP_PRIVATE, fd, 0L) : MAP_FAILED;
  syscall(SYS_close, fd);
  if (map == MAP_FAILED || size < 9) mismatch("cannot read ", path, "");
  test_bytes = map;
  test_size = (size_t)size;
  test_at = 5;
  uint32_t version = next_number();
  for (uint32_t left = next_number(); left > 0; left--) next_bytes(next_number());
  if (version >= 2) next_bytes(8);
  objects_left = next_number();
}

/* Whether the object of the test is this one: its name, perhaps with a numeric suffix for repeated names. */
INTERNAL int same_name(const char *name, const unsigned char *found, uint32_t count) {
  uint32_t i = 0;
  for (; i < count && name[i]; i++)
    if ((unsigned char)name[i] != found[i]) return 0;
  if (name[i]) return 0;
  for (; i < count; i++)
    if (found[i] != '_' && found[i] != '.' && found[i] != '#' && (found[i] < '0' || found[i] > '9')) return 0;
  return 1;
}

/* Fills an object with the next bytes of the test. A null name is not checked. */
INTERNAL void take(void *object, size_t size, const char *name) {
  char digits[24];
  if (size == 0) return; /* The test holds no object without bytes. */
  if (!test_loaded) load();
  if (objects_left == 0) mismatch("the test has no object left for ", name ? name : "a value", "");
  objects_left--;
  uint32_t name_size = next_number();
  const unsigned char *found = next_bytes(name_size);
  uint32_t count = next_number();
  const unsigned char *bytes = next_bytes(count);
  if (name && !same_name(name, found, name_size)) mismatch("the test's next object is not ", name, "");
  if (count != size) mismatch("the test's object has another size than ", name ? name : "a value of size ", name ? "" : decimal(digits, size));
  for (size_t i = 0; i < size; i++) ((volatile unsigned char *)object)[i] = bytes[i];
}

/* ---- clocks ---- */

/* The linker sends calls of a program here that does not define these functions itself; sanitizers have functions of these names. */

/* Whether the next object of the test has that name. */
INTERNAL int next_is(const char *name) {
  if (!test_loaded) {
    if (!test_path) return 0;
    load();
  }
  if (objects_left == 0) return 0;
  size_t at = test_at;
  uint32_t count = next_number();
  int same = same_name(name, next_bytes(count), count);
  test_at = at;
  return same;
}

/* What the clocks said on the path, in seconds. */
INTERNAL int64_t now(void) {
  int64_t time = 1000000000;
  if (next_is("clock:now")) take(&time, sizeof time, "clock:now");
  return time;
}

WEAK time_t __wrap_time(time_t *to) {
  time_t seconds = now();
  if (to) *to = seconds;
  return seconds;
}

WEAK clock_t __wrap_clock(void) { return 0; }

WEAK int __wrap_clock_gettime(clockid_t which, struct timespec *to) {
  if (which < 0 || which > 11) {
    errno = EINVAL;
    return -1;
  }
  to->tv_sec = now();
  to->tv_nsec = 0;
  return 0;
}

WEAK int __wrap_gettimeofday(struct timeval *restrict to, void *restrict zone) {
  (void)zone;
  to->tv_sec = now();
  to->tv_usec = 0;
  return 0;
}

WEAK int __wrap_timespec_get(struct timespec *to, int base) {
  if (base != 1) return 0;
  to->tv_sec = now();
  to->tv_nsec = 0;
  return 1;
}

/* Waiting takes no time, and no alarm comes. */

WEAK unsigned __wrap_sleep(unsigned seconds) { return (void)seconds, 0; }
WEAK int __wrap_usleep(unsigned microseconds) { return (void)microseconds, 0; }

WEAK int __wrap_nanosleep(const struct timespec *request, struct timespec *left) {
  (void)left;
  if (request->tv_sec < 0 || request->tv_nsec < 0 || request->tv_nsec >= 1000000000) {
    errno = EINVAL;
    return -1;
  }
  return 0;
}

WEAK unsigned __wrap_alarm(unsigned seconds) {
  static unsigned last;
  unsigned before = last;
  last = seconds;
  return before;
}

/* ---- KLEE's intrinsics ---- */

WEAK void klee_make_symbolic(void *addr, size_t nbytes, const char *name) {
  take(addr, nbytes, name && *name ? name : "unnamed");
}

__attribute__((noreturn)) INTERNAL void user_error(const char *message, const char *file, const char *line) {
  report("user: ", message, file, line);
  stop(EXIT_ERROR);
}

WEAK int klee_range(int begin, int end, const char *name) {
  int value = begin;
  if (begin >= end) user_error("invalid range given to klee_range", "", "");
  if ((int64_t)end - begin > 1) take(&value, sizeof value, name && *name ? name : "unnamed");
  if (value < begin || value >= end) mismatch("value out of the range of ", name, "");
  return value;
}

WEAK int klee_int(const char *name) {
  int value = 0;
  take(&value, sizeof value, name && *name ? name : "unnamed");
  return value;
}

WEAK uintptr_t klee_choose(uintptr_t n) {
  uintptr_t value = 0;
  take(&value, sizeof value, NULL);
  if (value >= n) mismatch("value out of the range of ", "klee_choose", "");
  return value;
}

WEAK void klee_assume(uintptr_t condition) {
  if (condition) return;
  report("assume: ", "an assumption does not hold", "", "");
  stop(EXIT_ASSUMPTION);
}

__attribute__((noreturn)) WEAK void klee_silent_exit(int status) {
  report("silent: ", "the program left by klee_silent_exit", "", "");
  stop(status);
}

__attribute__((noreturn)) WEAK void klee_abort(void) {
  fflush(NULL);
  abort();
}

__attribute__((noreturn)) WEAK void klee_report_error(const char *file, int line, const char *message, const char *suffix) {
  char digits[24];
  (void)suffix;
  report("user: ", message, " at ", file);
  report("user-line: ", decimal(digits, (uint64_t)(line < 0 ? 0 : line)), "", "");
  stop(EXIT_ERROR);
}

__attribute__((noreturn)) WEAK void klee_assert_fail(const char *assertion, const char *file, unsigned line,
                                                     const char *function) {
  char digits[24];
  (void)function;
  report("assert: ", assertion, " at ", file);
  report("assert-line: ", decimal(digits, line), "", "");
  fflush(NULL);
  abort();
}

WEAK unsigned klee_is_symbolic(uintptr_t n) { return (void)n, 0; }
WEAK unsigned klee_is_replay(void) { return 1; }
WEAK float klee_get_valuef(float e) { return e; }
WEAK double klee_get_valued(double e) { return e; }
WEAK long klee_get_valuel(long e) { return e; }
WEAK long long klee_get_valuell(long long e) { return e; }
WEAK int32_t klee_get_value_i32(int32_t e) { return e; }
WEAK int64_t klee_get_value_i64(int64_t e) { return e; }
WEAK float klee_get_value_f(float e) { return e; }
WEAK double klee_get_value_d(double e) { return e; }
WEAK long klee_get_value_l(long e) { return e; }
WEAK long long klee_get_value_ll(long long e) { return e; }

WEAK size_t klee_get_obj_size(void *ptr) {
  (void)ptr;
  mismatch("klee_get_obj_size", " has no native counterpart", "");
}

WEAK int klee_get_errno(void) { return errno; }

/* Present when the program is built with AddressSanitizer. */
extern void *__asan_region_is_poisoned(void *begin, size_t size) __attribute__((weak));
extern void __asan_report_load1(uintptr_t address) __attribute__((weak));

WEAK void klee_check_memory_access(const void *address, size_t size) {
  if (!__asan_region_is_poisoned || !__asan_report_load1) return;
  void *bad = __asan_region_is_poisoned((void *)(uintptr_t)address, size);
  if (bad) __asan_report_load1((uintptr_t)bad);
}

WEAK void klee_define_fixed_object(void *addr, size_t nbytes) {
  uintptr_t page = 4095, begin = (uintptr_t)addr & ~page, end = ((uintptr_t)addr + nbytes + page) & ~page;
  syscall(SYS_mmap, begin, end - begin, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1L, 0L);
}

WEAK void klee_mark_global(void *object) { (void)object; }
WEAK void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
WEAK void klee_posix_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
WEAK void klee_set_forking(unsigned enable) { (void)enable; }
WEAK void klee_open_merge(void) {}
WEAK void klee_close_merge(void) {}
WEAK void klee_print_expr(const char *message, ...) { (void)message; }
WEAK void klee_print_range(const char *name, int arg) { (void)name, (void)arg; }
WEAK void klee_stack_trace(void) {}
WEAK void klee_warning(const char *message) { (void)message; }
WEAK void klee_warning_once(const char *message) { (void)message; }
WEAK void klee_alias_function(const char *fn, const char *as) { (void)fn, (void)as; }

/* ---- Pleach's own names ---- */

WEAK void pleach_symbolic(void *ptr, size_t size, const char *name) { klee_make_symbolic(ptr, size, name); }

/* As large as the test says, so that a sanitizer sees an access behind it. */
WEAK void *pleach_symbolic_buffer(size_t max, const char *name, size_t *length) {
  uint64_t size = 0;
  if (!name || !*name) name = "unnamed";
  if (max > 0) take(&size, sizeof size, NULL);
  if (size > max) mismatch("length out of the range of ", name, "");
  void *object = malloc(size);
  if (size > 0 && !object) mismatch("no memory for ", name, "");
  take(object, size, name);
  if (length) *length = size;
  return object;
}

WEAK char *pleach_symbolic_string(size_t max, const char *name) {
  if (!name || !*name) name = "unnamed";
  char *room = malloc(max + 1);
  if (!room) mismatch("no memory for ", name, "");
  take(room, max + 1, name);
  room[max] = 0;
  size_t size = length(room) + 1;
  char *object = malloc(size);
  if (!object) mismatch("no memory for ", name, "");
  for (size_t i = 0; i < size; i++) object[i] = room[i];
  free(room);
  return object;
}

WEAK int pleach_int(const char *name) { return klee_int(name); }
WEAK int pleach_range(int begin, int end, const char *name) { return klee_range(begin, end, name); }
WEAK uintptr_t pleach_choose(uintptr_t n) { return klee_choose(n); }
WEAK void pleach_assume(uintptr_t condition) { klee_assume(condition); }
WEAK void pleach_merge_begin(void) {}
WEAK void pleach_merge_end(void) {}
WEAK void pleach_prefer(void *object, uintptr_t condition) { (void)object, (void)condition; }
WEAK void pleach_check_access(const void *ptr, size_t size) { klee_check_memory_access(ptr, size); }
__attribute__((noreturn)) WEAK void pleach_silent_exit(int status) { klee_silent_exit(status); }
WEAK unsigned pleach_is_symbolic(uintptr_t value) { return (void)value, 0; }
WEAK unsigned pleach_is_replay(void) { return 1; }
WEAK void pleach_warning(const char *message) { (void)message; }
WEAK void pleach_warning_once(const char *message) { (void)message; }

__attribute__((noreturn)) WEAK void pleach_assert_fail(const char *condition, const char *file, unsigned line,
                                                       const char *function) {
  klee_assert_fail(condition, file, line, function);
}

__attribute__((noreturn)) WEAK void pleach_report_error(const char *file, int line, const char *message,
                                                        const char *suffix) {
  klee_report_error(file, line, message, suffix);
}

/* ---- the intrinsics of SV-COMP and Test-Comp ---- */

#define NONDET(type, name)                 \
  WEAK type __VERIFIER_nondet_##name(void) { \
    type value = 0;                        \
    take(&value, sizeof value, NULL);      \
    return value;                          \
  }

NONDET(char, char)
NONDET(signed char, schar)
NONDET(unsigned char, uchar)
NONDET(short, short)
NONDET(unsigned short, ushort)
NONDET(int, int)
NONDET(unsigned, uint)
NONDET(unsigned, unsigned)
NONDET(long, long)
NONDET(unsigned long, ulong)
NONDET(long long, longlong)
NONDET(unsigned long long, ulonglong)
NONDET(float, float)
NONDET(double, double)
NONDET(void *, pointer)
NONDET(char *, pchar)
NONDET(char *, charp)
NONDET(size_t, size_t)
NONDET(long long, loff_t)
NONDET(unsigned long, sector_t)
NONDET(unsigned long, pthread_t)
NONDET(signed char, s8)
NONDET(short, s16)
NONDET(int, s32)
NONDET(long long, s64)
NONDET(unsigned char, u8)
NONDET(unsigned short, u16)
NONDET(unsigned, u32)
NONDET(unsigned long long, u64)
#ifdef __SIZEOF_INT128__
NONDET(__int128, int128)
NONDET(unsigned __int128, uint128)
#endif

/* A byte that is neither 0 nor 1 is no valid _Bool: it is read as a number first. */
#define NONDET_BOOL(name)                   \
  WEAK _Bool __VERIFIER_nondet_##name(void) { \
    unsigned char value = 0;                \
    take(&value, sizeof value, NULL);       \
    return value != 0;                      \
  }

NONDET_BOOL(bool)
NONDET_BOOL(_Bool)

WEAK void __VERIFIER_assume(int condition) { klee_assume(condition != 0); }

__attribute__((noreturn)) INTERNAL void reached_error(void) {
  report("reach-error: ", "the error function was called", "", "");
  stop(EXIT_ERROR);
}

__attribute__((noreturn)) WEAK void __VERIFIER_error(void) { reached_error(); }
WEAK void __VERIFIER_atomic_begin(void) {}
WEAK void __VERIFIER_atomic_end(void) {}

/* The program defines reach_error itself, so its calls are seen by instrumenting every function's entry. */
extern void reach_error(void) __attribute__((weak));

WEAK void __cyg_profile_func_enter(void *function, void *site) {
  (void)site;
  if (reach_error && function == (void *)reach_error) reached_error();
}

WEAK void __cyg_profile_func_exit(void *function, void *site) { (void)function, (void)site; }
