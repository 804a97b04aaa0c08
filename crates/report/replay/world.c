/* What a program sees of the system while it runs natively on a test: what it saw in the run, whatever machine this is.
 *
 * The linker sends calls of these functions here, except where the program has functions of these names itself. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define WEAK __attribute__((weak, no_instrument_function))
#define INTERNAL static __attribute__((no_instrument_function))

/* ---- calendars ---- */

/* The clocks are of Greenwich, whatever the machine's are: the C library sees a variable that the program does not. */
INTERNAL char **with_zone(char **own) {
  static char zone[] = "TZ=UTC0";
  static char *variables[] = {zone, NULL};
  for (char **variable = own; variable && *variable; variable++)
    if ((*variable)[0] == 'T' && (*variable)[1] == 'Z' && (*variable)[2] == '=') return own;
  environ = variables;
  return own;
}

#define IN_ZONE(type, name, parameters, arguments) \
  type __real_##name parameters;                   \
  WEAK type __wrap_##name parameters {             \
    char **own = with_zone(environ);               \
    type result = __real_##name arguments;         \
    environ = own;                                 \
    return result;                                 \
  }

IN_ZONE(struct tm *, localtime, (const time_t *time), (time))
IN_ZONE(struct tm *, localtime_r, (const time_t *restrict time, struct tm *restrict to), (time, to))
IN_ZONE(time_t, mktime, (struct tm *from), (from))
IN_ZONE(char *, ctime, (const time_t *time), (time))
IN_ZONE(char *, ctime_r, (const time_t *restrict time, char *restrict to), (time, to))
IN_ZONE(size_t, strftime,
        (char *restrict to, size_t room, const char *restrict format, const struct tm *restrict time),
        (to, room, format, time))

void __real_tzset(void);
WEAK void __wrap_tzset(void) {
  char **own = with_zone(environ);
  __real_tzset();
  environ = own;
}

/* ---- the process ---- */

/* Its numbers are always the same, so they are no longer its own where it uses them. */
enum { PROCESS = 1000, PARENT = 999, USER = 1000 };

WEAK pid_t __wrap_getpid(void) { return PROCESS; }
WEAK pid_t __wrap_getppid(void) { return PARENT; }
WEAK uid_t __wrap_getuid(void) { return USER; }
WEAK uid_t __wrap_geteuid(void) { return USER; }
WEAK gid_t __wrap_getgid(void) { return USER; }
WEAK gid_t __wrap_getegid(void) { return USER; }

INTERNAL pid_t really(pid_t process) {
  if (process == PROCESS) return (pid_t)syscall(SYS_getpid);
  return process == -PROCESS ? -(pid_t)syscall(SYS_getpid) : process;
}

WEAK int __wrap_kill(pid_t process, int number) { return (int)syscall(SYS_kill, (long)process, (long)number); }

WEAK int __wrap_killpg(int group, int number) {
  if (group >= 0) return (int)syscall(SYS_kill, -(long)group, (long)number);
  errno = EINVAL;
  return -1;
}

int __real_sigqueue(pid_t process, int number, const union sigval value);
WEAK int __wrap_sigqueue(pid_t process, int number, const union sigval value) {
  return __real_sigqueue(really(process), number, value);
}

WEAK int __wrap_tgkill(pid_t process, pid_t thread, int number) {
  return (int)syscall(SYS_tgkill, (long)process, (long)thread, (long)number);
}

/* A call that takes fewer numbers leaves the others as they are. */
#if defined(__clang__)
#define ANY_VALUE __attribute__((no_sanitize("memory")))
#else
#define ANY_VALUE
#endif

long __real_syscall(long number, ...);
ANY_VALUE WEAK long __wrap_syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long given[6];
  for (int i = 0; i < 6; i++) given[i] = va_arg(list, long);
  va_end(list);
  if (number == SYS_kill || number == SYS_tkill || number == SYS_tgkill || number == SYS_rt_sigqueueinfo) {
    given[0] = really((pid_t)given[0]);
    if (number == SYS_tgkill) given[1] = really((pid_t)given[1]);
  }
  return __real_syscall(number, given[0], given[1], given[2], given[3], given[4], given[5]);
}

WEAK int __wrap_getrusage(int who, struct rusage *usage) {
  if (who != RUSAGE_CHILDREN && who != RUSAGE_SELF && who != RUSAGE_THREAD) {
    errno = EINVAL;
    return -1;
  }
  for (size_t i = 0; i < sizeof *usage; i++) ((volatile char *)usage)[i] = 0;
  return 0;
}

long __real_sysconf(int name);
WEAK long __wrap_sysconf(int name) {
  switch (name) {
  case _SC_CLK_TCK: return 100;
  case _SC_OPEN_MAX: return 64;
  case _SC_PAGESIZE: return 4096;
  case _SC_NPROCESSORS_CONF:
  case _SC_NPROCESSORS_ONLN: return 1;
  default: return __real_sysconf(name);
  }
}

/* ---- files ---- */

/* There is one directory, and in it the files of the test. A name that leads anywhere else is that of a file in it, too: slashes are
 * replaced. */
typedef char Name[4096];

INTERNAL const char *inside(const char *name, Name room) {
  while (name && name[0] == '.' && name[1] == '/')
    for (name += 2; *name == '/';) name++;
  if (!name || !*name) return name;
  size_t at = 0, given = 0;
  int dots = name[0] == '.' && (name[1] == 0 || (name[1] == '.' && name[2] == 0));
  if (dots) room[at++] = '%';
  while (name[given] && at < sizeof(Name) - 1) {
    room[at++] = name[given] == '/' ? '%' : name[given];
    given++;
  }
  room[at] = 0;
  return room;
}

int __real_open(const char *name, int flags, ...);

INTERNAL int open_inside(int directory, const char *name, int flags, mode_t mode) {
  Name room;
  /* A directory that is open is one that the program has made. */
  if (directory != AT_FDCWD) return (int)syscall(SYS_openat, (long)directory, name, (long)flags, (long)mode);
  return __real_open(inside(name, room), flags, mode);
}

#define OPEN(name, where, ...)                          \
  WEAK int __wrap_##name(__VA_ARGS__, int flags, ...) { \
    va_list list;                                       \
    va_start(list, flags);                              \
    mode_t mode = 0;                                    \
    if (flags & O_CREAT) mode = va_arg(list, mode_t);   \
    va_end(list);                                       \
    return open_inside(where, path, flags, mode);       \
  }

OPEN(open, AT_FDCWD, const char *path)
OPEN(open64, AT_FDCWD, const char *path)
OPEN(openat, directory, int directory, const char *path)
OPEN(openat64, directory, int directory, const char *path)

WEAK int __wrap_creat(const char *path, mode_t mode) { return open_inside(AT_FDCWD, path, O_CREAT | O_TRUNC | O_WRONLY, mode); }
WEAK int __wrap_creat64(const char *path, mode_t mode) { return __wrap_creat(path, mode); }
WEAK int __wrap___open_2(const char *path, int flags) { return open_inside(AT_FDCWD, path, flags, 0); }
WEAK int __wrap___open64_2(const char *path, int flags) { return open_inside(AT_FDCWD, path, flags, 0); }

#define INSIDE(type, name, parameters, arguments) \
  type __real_##name parameters;                  \
  WEAK type __wrap_##name parameters {            \
    Name room;                                    \
    path = inside(path, room);                    \
    return __real_##name arguments;               \
  }

INSIDE(FILE *, fopen, (const char *restrict path, const char *restrict how), (path, how))
INSIDE(FILE *, freopen, (const char *restrict path, const char *restrict how, FILE *restrict stream), (path, how, stream))
INSIDE(int, stat, (const char *restrict path, struct stat *restrict to), (path, to))
INSIDE(int, lstat, (const char *restrict path, struct stat *restrict to), (path, to))
INSIDE(int, access, (const char *path, int mode), (path, mode))
INSIDE(int, unlink, (const char *path), (path))
INSIDE(int, remove, (const char *path), (path))
INSIDE(int, truncate, (const char *path, off_t size), (path, size))
INSIDE(int, chmod, (const char *path, mode_t mode), (path, mode))
INSIDE(ssize_t, readlink, (const char *restrict path, char *restrict to, size_t size), (path, to, size))

/* On machines of 64 bits these are the same. */
#define SAME(type, name, plain, parameters, arguments) \
  WEAK type __wrap_##name parameters { return __wrap_##plain arguments; }

SAME(FILE *, fopen64, fopen, (const char *restrict path, const char *restrict how), (path, how))
SAME(FILE *, freopen64, freopen, (const char *restrict path, const char *restrict how, FILE *restrict stream),
     (path, how, stream))
SAME(int, stat64, stat, (const char *restrict path, struct stat *restrict to), (path, to))
SAME(int, lstat64, lstat, (const char *restrict path, struct stat *restrict to), (path, to))
SAME(int, truncate64, truncate, (const char *path, off_t size), (path, size))

int __real_rename(const char *from, const char *to);
WEAK int __wrap_rename(const char *from, const char *to) {
  Name one, other;
  return __real_rename(inside(from, one), inside(to, other));
}

/* The names of new files are the same in every run. */
WEAK int __wrap_mkostemps(char *name, int suffix, int flags) {
  size_t length = 0;
  while (name[length]) length++;
  char *letters = name + length - suffix - 6;
  int fits = suffix >= 0 && length >= (size_t)suffix + 6;
  for (int i = 0; i < 6; i++) fits = fits && letters[i] == 'X';
  if (!fits) {
    errno = EINVAL;
    return -1;
  }
  for (unsigned number = 0; number < 26 * 26 * 26; number++) {
    unsigned rest = number;
    for (int i = 5; i >= 0; i--, rest /= 26) letters[i] = (char)('a' + rest % 26);
    int fd = open_inside(AT_FDCWD, name, (flags & ~O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL, 0600);
    if (fd >= 0 || errno != EEXIST) return fd;
  }
  return -1;
}

SAME(int, mkstemp, mkostemps, (char *name), (name, 0, 0))
SAME(int, mkstemps, mkostemps, (char *name, int suffix), (name, suffix, 0))
SAME(int, mkostemp, mkostemps, (char *name, int flags), (name, 0, flags))
SAME(int, mkstemp64, mkostemps, (char *name), (name, 0, 0))
