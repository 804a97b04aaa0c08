/* What a program sees of the system while it runs natively on a test: what it saw in the run, whatever machine this is.
 *
 * The linker sends calls of these functions here, except where the program has functions of these names itself. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

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
  case _SC_PHYS_PAGES: return 2 << 20;
  case _SC_AVPHYS_PAGES: return 1 << 20;
  default: return __real_sysconf(name);
  }
}

WEAK int __wrap_uname(struct utsname *to) {
  *to = (struct utsname){"Linux", "pleach", "6.1.0", "#1 SMP", "x86_64", "(none)"};
  return 0;
}

WEAK int __wrap_gethostname(char *to, size_t size) {
  static const char name[] = "pleach";
  memcpy(to, name, size < sizeof name ? size : sizeof name);
  if (size >= sizeof name) return 0;
  errno = ENAMETOOLONG;
  return -1;
}

WEAK long __wrap_gethostid(void) { return 0x007f0101; }
INTERNAL int no_login(void) { return errno = ENOTTY; }
WEAK char *__wrap_getlogin(void) { return no_login(), NULL; }
WEAK int __wrap_getlogin_r(char *to, size_t size) { return no_login(); }

WEAK int __wrap_sched_getaffinity(pid_t process, size_t size, void *to) {
  int error = process && process != PROCESS ? ESRCH : size < sizeof(long) || size % sizeof(long) ? EINVAL : 0;
  if (error) {
    errno = error;
    return -1;
  }
  memset(to, 0, size);
  *(unsigned char *)to = 1;
  return 0;
}

/* The real one is none of the program's. */
static int niceness;

INTERNAL int has_niceness(int which, id_t who) {
  int error = which < PRIO_PROCESS || which > PRIO_USER ? EINVAL : who && who != (which == PRIO_USER ? USER : PROCESS) ? ESRCH : 0;
  if (error) errno = error;
  return !error;
}
WEAK int __wrap_getpriority(int which, id_t who) { return has_niceness(which, who) ? niceness : -1; }
WEAK int __wrap_setpriority(int which, id_t who, int value) {
  value = value < -20 ? -20 : value > 19 ? 19 : value;
  if (!has_niceness(which, who)) return -1;
  if (value < niceness) {
    errno = EACCES;
    return -1;
  }
  niceness = value;
  return 0;
}
WEAK int __wrap_nice(int more) {
  long value = (long)niceness + more;
  value = value < -20 ? -20 : value > 19 ? 19 : value;
  if (value < niceness) {
    errno = EPERM;
    return -1;
  }
  return niceness = (int)value;
}

WEAK int __wrap_getdtablesize(void) { return 1024; }
WEAK int __wrap_get_nprocs(void) { return 1; }
WEAK int __wrap_get_nprocs_conf(void) { return 1; }

/* The runtime of MemorySanitizer asks for limits before it can keep track of memory. It gets the machine's, from functions that are
 * not instrumented. */
#if defined(__clang__)
#define BARE __attribute__((disable_sanitizer_instrumentation))
#else
#define BARE
#endif

static int has_begun;

INTERNAL int limit_of(int what, struct rlimit *to) {
  if (what < 0 || what >= 16) {
    errno = EINVAL;
    return -1;
  }
  *to = (struct rlimit){RLIM_INFINITY, RLIM_INFINITY};
  if (what == RLIMIT_STACK) to->rlim_cur = 8ul << 20;
  else if (what == RLIMIT_CORE) to->rlim_cur = 0;
  else if (what == RLIMIT_NOFILE) to->rlim_cur = to->rlim_max = 1024;
  return 0;
}

int __real_getrlimit(int what, struct rlimit *to);
int __real_getrlimit64(int what, struct rlimit *to);
WEAK BARE int __wrap_getrlimit(int what, struct rlimit *to) {
  return has_begun ? limit_of(what, to) : __real_getrlimit(what, to);
}
WEAK BARE int __wrap_getrlimit64(int what, struct rlimit *to) {
  return has_begun ? limit_of(what, to) : __real_getrlimit64(what, to);
}

INTERNAL int fails(int error) {
  errno = error;
  return -1;
}

WEAK pid_t __wrap_gettid(void) { return PROCESS; }
WEAK pid_t __wrap_getpgrp(void) { return PROCESS; }
WEAK pid_t __wrap_getpgid(pid_t process) { return process == 0 || process == PROCESS ? PROCESS : fails(ESRCH); }
WEAK pid_t __wrap_getsid(pid_t process) { return process == 0 || process == PROCESS ? PROCESS : fails(ESRCH); }
WEAK int __wrap_getresuid(uid_t *a, uid_t *b, uid_t *c) { return *a = *b = *c = USER, 0; }
WEAK int __wrap_getresgid(gid_t *a, gid_t *b, gid_t *c) { return *a = *b = *c = USER, 0; }
WEAK int __wrap_group_member(gid_t group) { return group == USER; }
WEAK int __wrap_getgroups(int room, gid_t *to) {
  if (room < 0) return fails(EINVAL);
  if (room > 0) to[0] = USER;
  return 1;
}

INTERNAL int become(unsigned a, unsigned b, unsigned c) {
  int stays = (a == USER || a == -1u) && (b == USER || b == -1u) && (c == USER || c == -1u);
  return stays ? 0 : fails(EPERM);
}
INTERNAL int become_one(unsigned user) { return user == -1u ? fails(EINVAL) : become(user, user, user); }
WEAK int __wrap_setuid(uid_t user) { return become_one(user); }
WEAK int __wrap_setgid(gid_t group) { return become_one(group); }
WEAK int __wrap_seteuid(uid_t user) { return become_one(user); }
WEAK int __wrap_setegid(gid_t group) { return become_one(group); }
WEAK int __wrap_setreuid(uid_t a, uid_t b) { return become(a, b, -1u); }
WEAK int __wrap_setregid(gid_t a, gid_t b) { return become(a, b, -1u); }
WEAK int __wrap_setresuid(uid_t a, uid_t b, uid_t c) { return become(a, b, c); }
WEAK int __wrap_setresgid(gid_t a, gid_t b, gid_t c) { return become(a, b, c); }
WEAK int __wrap_setgroups(size_t count, const gid_t *groups) { return fails(EPERM); }

/* Users and groups. */
static struct passwd users[] = {{"root", "x", 0, 0, "root", "/root", "/bin/sh"}, {"user", "x", USER, USER, "User", "/work", "/bin/sh"}};
static char *nobody[1];
static struct group groups[] = {{"root", "x", 0, nobody}, {"user", "x", USER, nobody}};
WEAK struct passwd *__wrap_getpwuid(uid_t user) { return user == 0 ? &users[0] : user == USER ? &users[1] : NULL; }
WEAK struct group *__wrap_getgrgid(gid_t group) { return group == 0 ? &groups[0] : group == USER ? &groups[1] : NULL; }
WEAK struct passwd *__wrap_getpwnam(const char *name) {
  return strcmp(name, "root") == 0 ? &users[0] : strcmp(name, "user") == 0 ? &users[1] : NULL;
}
WEAK struct group *__wrap_getgrnam(const char *name) {
  return strcmp(name, "root") == 0 ? &groups[0] : strcmp(name, "user") == 0 ? &groups[1] : NULL;
}

/* Random numbers: the same as in the run. */
INTERNAL uint64_t random_word(void) {
  static uint64_t counter;
  uint64_t word = counter += 0x9e3779b97f4a7c15;
  word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9;
  word = (word ^ word >> 27) * 0x94d049bb133111eb;
  return word ^ word >> 31;
}

WEAK void __wrap_arc4random_buf(void *to, size_t size) {
  uint64_t word = 0;
  for (size_t i = 0; i < size; i++, word >>= 8) {
    if (i % 8 == 0) word = random_word();
    ((unsigned char *)to)[i] = (unsigned char)word;
  }
}
WEAK uint32_t __wrap_arc4random(void) { return (uint32_t)random_word(); }
WEAK uint32_t __wrap_arc4random_uniform(uint32_t bound) { return bound < 2 ? 0 : (uint32_t)(random_word() % bound); }
WEAK ssize_t __wrap_getrandom(void *to, size_t size, unsigned flags) {
  if (flags & ~7u) return fails(EINVAL);
  __wrap_arc4random_buf(to, size);
  return (ssize_t)size;
}
WEAK int __wrap_getentropy(void *to, size_t size) {
  if (size > 256) return fails(EIO);
  __wrap_arc4random_buf(to, size);
  return 0;
}

/* ---- files ---- */

/* The program runs in the directory /work of a small tree, which also has /tmp and /dev: an absolute name is one in that tree, and no
 * name leads above it. The devices are the machine's. */
typedef char Name[4096];

static Name top;
static size_t top_length;
/* What has been changed since then has the time of the run's clock. */
static time_t began;

/* A process of the superuser gives up what lets it pass by permissions, of which the program of the run had nothing. */
__attribute__((constructor, no_instrument_function)) static void enter_world(void) {
  has_begun = 1;
  struct { uint32_t version; int process; } head = {0x20080522, 0};
  struct { uint32_t effective, permitted, inheritable; } sets[2];
  struct timespec now;
  enum { CHOWN = 1 << 0, PASS_BY = 1 << 1, READ_ANYTHING = 1 << 2, OWNER = 1 << 3 };
  if (syscall(SYS_getcwd, top, sizeof top) <= 0) top[0] = 0;
  while (top[top_length]) top_length++;
  while (top_length && top[top_length] != '/') top_length--;
  top[top_length] = 0;
  syscall(SYS_clock_gettime, (long)CLOCK_REALTIME, &now);
  began = now.tv_sec - 60;
  if (syscall(SYS_geteuid) == 0 && syscall(SYS_capget, &head, sets) == 0) {
    uint32_t dropped = CHOWN | PASS_BY | READ_ANYTHING | OWNER;
    sets[0].effective &= ~dropped;
    sets[0].permitted &= ~dropped;
    syscall(SYS_capset, &head, sets);
  }
}

INTERNAL int is_same(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return *a == *b;
}

INTERNAL size_t length_of(const char *text) {
  size_t length = 0;
  while (text[length]) length++;
  return length;
}

INTERNAL size_t append(char *to, size_t at, const char *from, size_t length) {
  for (size_t i = 0; i < length && at < sizeof(Name) - 1; i++) to[at++] = from[i];
  to[at] = 0;
  return at;
}

/* The current directory within the tree, without a slash at the end. */
INTERNAL const char *current(Name room) {
  if (syscall(SYS_getcwd, room, sizeof(Name)) <= 0) return "";
  for (size_t i = 0; i < top_length; i++)
    if (room[i] != top[i]) return "";
  return room + top_length;
}

/* Where a name leads natively. A relative name is only changed if it would leave the tree: then what leads above it is left out. */
INTERNAL const char *of_tree(const char *name, Name room) {
  if (!name || !*name) return name;
  Name where;
  const char *from = *name == '/' ? "" : current(where);
  long depth = 0;
  int leaves = 0, plain = *name != '/';
  for (const char *at = from; *at; at++) depth += *at == '/';
  for (const char *at = name; *at;) {
    while (*at == '/') at++;
    size_t length = 0;
    while (at[length] && at[length] != '/') length++;
    if (length == 2 && at[0] == '.' && at[1] == '.') depth--;
    else if (length > 1 || (length == 1 && at[0] != '.')) depth++;
    if (depth < 0) leaves = 1, depth = 0;
    at += length;
  }
  if (plain && !leaves) return name;
  size_t end = append(room, 0, top, top_length);
  if (!leaves) {
    append(room, end, name, length_of(name));
    return room;
  }
  end = append(room, end, from, length_of(from));
  for (const char *at = name; *at;) {
    size_t length = 0;
    while (*at == '/') at++;
    while (at[length] && at[length] != '/') length++;
    if (length == 2 && at[0] == '.' && at[1] == '.') {
      while (end > top_length && room[--end] != '/') {}
      room[end] = 0;
    } else {
      end = append(room, end, "/", 1);
      end = append(room, end, at, length);
    }
    at += length;
  }
  append(room, end, "/.", end == top_length ? 2 : 0);
  return room;
}

/* The same for those who only look at what is there, or open it: the devices are the machine's. Whoever changes names, owners or times of
 * them gets the tree's own, which are files, so that nothing of the machine changes. */
INTERNAL const char *inside(const char *name, Name room) {
  int is_device = name && (is_same(name, "/dev/null") || is_same(name, "/dev/zero") || is_same(name, "/dev/full"));
  return is_device ? name : of_tree(name, room);
}

int __real_open(const char *name, int flags, ...);

INTERNAL int open_inside(int directory, const char *name, int flags, mode_t mode) {
  Name room;
  if (directory != AT_FDCWD && name && name[0] != '/')
    return (int)syscall(SYS_openat, (long)directory, name, (long)flags, (long)mode);
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

#define BY_NAME(leads, type, name, parameters, arguments) \
  type __real_##name parameters;                          \
  WEAK type __wrap_##name parameters {                    \
    Name room;                                            \
    path = leads(path, room);                             \
    return __real_##name arguments;                       \
  }
#define INSIDE(type, name, parameters, arguments) BY_NAME(inside, type, name, parameters, arguments)
#define CHANGES(type, name, parameters, arguments) BY_NAME(of_tree, type, name, parameters, arguments)

/* On machines of 64 bits these are the same. */
#define SAME(type, name, plain, parameters, arguments) \
  WEAK type __wrap_##name parameters { return __wrap_##plain arguments; }

INSIDE(FILE *, fopen, (const char *restrict path, const char *restrict how), (path, how))
INSIDE(FILE *, freopen, (const char *restrict path, const char *restrict how, FILE *restrict stream), (path, how, stream))
INSIDE(int, access, (const char *path, int mode), (path, mode))
CHANGES(int, unlink, (const char *path), (path))
CHANGES(int, remove, (const char *path), (path))
CHANGES(int, truncate, (const char *path, off_t size), (path, size))
CHANGES(int, chmod, (const char *path, mode_t mode), (path, mode))
CHANGES(int, mkdir, (const char *path, mode_t mode), (path, mode))
CHANGES(int, rmdir, (const char *path), (path))
INSIDE(int, chdir, (const char *path), (path))
INSIDE(DIR *, opendir, (const char *path), (path))
CHANGES(int, utime, (const char *path, const struct utimbuf *times), (path, times))
CHANGES(int, utimes, (const char *path, const struct timeval *times), (path, times))
CHANGES(int, lutimes, (const char *path, const struct timeval *times), (path, times))
CHANGES(int, mkdirat, (int fd, const char *path, mode_t mode), (fd, path, mode))
CHANGES(int, unlinkat, (int fd, const char *path, int flags), (fd, path, flags))
CHANGES(int, fchmodat, (int fd, const char *path, mode_t mode, int flags), (fd, path, mode, flags))
CHANGES(int, utimensat, (int fd, const char *path, const struct timespec *times, int flags), (fd, path, times, flags))
INSIDE(int, faccessat, (int fd, const char *path, int mode, int flags), (fd, path, mode, flags))
SAME(int, euidaccess, access, (const char *path, int mode), (path, mode))
SAME(int, eaccess, access, (const char *path, int mode), (path, mode))

SAME(FILE *, fopen64, fopen, (const char *restrict path, const char *restrict how), (path, how))
SAME(FILE *, freopen64, freopen, (const char *restrict path, const char *restrict how, FILE *restrict stream),
     (path, how, stream))
SAME(int, truncate64, truncate, (const char *path, off_t size), (path, size))

#define BOTH_INSIDE(name, parameters, arguments) \
  int __real_##name parameters;                  \
  WEAK int __wrap_##name parameters {            \
    Name one, other;                             \
    from = of_tree(from, one);                   \
    to = of_tree(to, other);                     \
    return __real_##name arguments;              \
  }

BOTH_INSIDE(rename, (const char *from, const char *to), (from, to))
BOTH_INSIDE(renameat, (int first, const char *from, int second, const char *to), (first, from, second, to))
BOTH_INSIDE(renameat2, (int first, const char *from, int second, const char *to, unsigned flags), (first, from, second, to, flags))
BOTH_INSIDE(link, (const char *from, const char *to), (from, to))
BOTH_INSIDE(linkat, (int first, const char *from, int second, const char *to, int flags), (first, from, second, to, flags))

/* A link to an absolute name leads into the tree, too. */
int __real_symlinkat(const char *target, int fd, const char *path);
WEAK int __wrap_symlinkat(const char *target, int fd, const char *path) {
  Name one, other;
  return __real_symlinkat(target[0] == '/' ? inside(target, one) : target, fd, of_tree(path, other));
}
SAME(int, symlink, symlinkat, (const char *target, const char *path), (target, AT_FDCWD, path))

/* A name without the tree's own. */
INTERNAL size_t shown(char *name, size_t length) {
  if (length < top_length) return length;
  for (size_t i = 0; i < top_length; i++)
    if (name[i] != top[i]) return length;
  for (size_t i = top_length; i < length; i++) name[i - top_length] = name[i];
  if (length == top_length) name[length++ - top_length] = '/';
  return length - top_length;
}

WEAK ssize_t __wrap_readlinkat(int fd, const char *restrict path, char *restrict to, size_t size) {
  Name room, all;
  if ((ssize_t)size <= 0) {
    errno = EINVAL;
    return -1;
  }
  ssize_t done = syscall(SYS_readlinkat, (long)fd, inside(path, room), all, sizeof all);
  if (done < 0) return -1;
  size_t length = shown(all, (size_t)done);
  if (length > size) length = size;
  for (size_t i = 0; i < length; i++) to[i] = all[i];
  return (ssize_t)length;
}
SAME(ssize_t, readlink, readlinkat, (const char *restrict path, char *restrict to, size_t size), (AT_FDCWD, path, to, size))

/* What the world begins with has the numbers that it has in the run: directories, devices and standard streams, and the files
 * A to Z. What is made later has those of the machine. */
enum { LAST_KNOWN = 36 };
static struct { dev_t device; ino_t number; } known[LAST_KNOWN + 1];

INTERNAL ino_t number_in_run(dev_t device, ino_t number) {
  for (int i = 1; i <= LAST_KNOWN; i++)
    if (known[i].number == number && known[i].device == device) return (ino_t)i;
  return number;
}

int __real_fstatat(int fd, const char *restrict path, struct stat *restrict to, int flags);
int __real_fstat(int fd, struct stat *to);

INTERNAL void know(int as, int result, const struct stat *status) {
  if (result != 0) return;
  known[as].device = status->st_dev;
  known[as].number = status->st_ino;
}

__attribute__((constructor(201), no_instrument_function)) static void know_the_world(void) {
  static const char *const names[] = {"..", "../dev", "../tmp", ".", "/dev/null", "/dev/zero", "/dev/full"};
  struct stat status;
  int kept = errno;
  for (int i = 0; i < 7; i++) know(i + 1, __real_fstatat(AT_FDCWD, names[i], &status, 0), &status);
  for (int fd = 0; fd < 3; fd++) know(fd + 8, __real_fstat(fd, &status), &status);
  for (int i = 0; i < 26; i++) {
    char name[2] = {(char)('A' + i), 0};
    int result = __real_fstatat(AT_FDCWD, name, &status, 0);
    if (result != 0) break;
    know(i + 11, result, &status);
  }
  errno = kept;
}

/* What a name leads to: times, owners, numbers and the sizes of directories are the run's. */
INTERNAL int as_in_run(int result, struct stat *to) {
  struct timespec *times[] = {&to->st_atim, &to->st_mtim};
  if (result != 0) return result;
  to->st_ino = number_in_run(to->st_dev, to->st_ino);
  to->st_dev = 1;
  for (int i = 0; i < 2; i++)
    if (times[i]->tv_sec >= began) *times[i] = (struct timespec){1000000000, 0};
  to->st_ctim = (struct timespec){1000000000, 0};
  to->st_uid = to->st_gid = USER;
  to->st_blksize = 4096;
  if (S_ISDIR(to->st_mode)) to->st_size = 4096;
  to->st_blocks = S_ISREG(to->st_mode) || S_ISDIR(to->st_mode) ? (to->st_size + 4095) / 4096 * 8 : 0;
  return 0;
}

WEAK int __wrap_fstatat(int fd, const char *restrict path, struct stat *restrict to, int flags) {
  Name room;
  int result = as_in_run(__real_fstatat(fd, inside(path, room), to, flags), to);
  Name target;
  if (result == 0 && S_ISLNK(to->st_mode)) {
    ssize_t length = __wrap_readlinkat(fd, path, target, sizeof target);
    if (length >= 0) to->st_size = length;
  }
  return result;
}
SAME(int, fstatat64, fstatat, (int fd, const char *restrict path, struct stat *restrict to, int flags), (fd, path, to, flags))
SAME(int, stat, fstatat, (const char *restrict path, struct stat *restrict to), (AT_FDCWD, path, to, 0))
SAME(int, stat64, fstatat, (const char *restrict path, struct stat *restrict to), (AT_FDCWD, path, to, 0))
SAME(int, lstat, fstatat, (const char *restrict path, struct stat *restrict to), (AT_FDCWD, path, to, AT_SYMLINK_NOFOLLOW))
SAME(int, lstat64, fstatat, (const char *restrict path, struct stat *restrict to), (AT_FDCWD, path, to, AT_SYMLINK_NOFOLLOW))

WEAK int __wrap_fstat(int fd, struct stat *to) { return as_in_run(__real_fstat(fd, to), to); }
SAME(int, fstat64, fstat, (int fd, struct stat *to), (fd, to))

/* Everything belongs to the user, who may give nothing away. */
INTERNAL int may_own(uid_t user, gid_t group) {
  if ((user == (uid_t)-1 || user == USER) && (group == (gid_t)-1 || group == USER)) return 1;
  errno = EPERM;
  return 0;
}

INTERNAL int own(int fd, const char *path, uid_t user, gid_t group, int flags) {
  struct stat status;
  Name room;
  if (__wrap_fstatat(fd, path, &status, flags) != 0 || !may_own(user, group)) return -1;
  uid_t real_user = (uid_t)syscall(SYS_geteuid);
  gid_t real_group = (gid_t)syscall(SYS_getegid);
  return (int)syscall(SYS_fchownat, (long)fd, of_tree(path, room), user == USER ? (long)real_user : -1L,
                      group == USER ? (long)real_group : -1L, (long)flags);
}

WEAK int __wrap_fchownat(int fd, const char *path, uid_t user, gid_t group, int flags) { return own(fd, path, user, group, flags); }
SAME(int, chown, fchownat, (const char *path, uid_t user, gid_t group), (AT_FDCWD, path, user, group, 0))
SAME(int, lchown, fchownat, (const char *path, uid_t user, gid_t group), (AT_FDCWD, path, user, group, AT_SYMLINK_NOFOLLOW))
WEAK int __wrap_fchown(int fd, uid_t user, gid_t group) { return own(fd, "", user, group, AT_EMPTY_PATH); }

char *__real_getcwd(char *to, size_t size);
WEAK char *__wrap_getcwd(char *to, size_t size) {
  Name room;
  if (size == 0 && to) {
    errno = EINVAL;
    return NULL;
  }
  if (!__real_getcwd(room, sizeof room)) return NULL;
  size_t length = shown(room, length_of(room));
  room[length] = 0;
  if (size && length + 1 > size) {
    errno = ERANGE;
    return NULL;
  }
  if (!to && !(to = malloc(size ? size : length + 1))) return NULL;
  append(to, 0, room, length);
  return to;
}
WEAK char *__wrap_get_current_dir_name(void) { return __wrap_getcwd(NULL, 0); }

char *__real_realpath(const char *restrict path, char *restrict to);
WEAK char *__wrap_realpath(const char *restrict path, char *restrict to) {
  Name room;
  char *result = __real_realpath(inside(path, room), to);
  if (result) result[shown(result, length_of(result))] = 0;
  return result;
}
WEAK char *__wrap_canonicalize_file_name(const char *path) { return __wrap_realpath(path, NULL); }

/* Directories are read in the order of names: "." and ".." come first. */
struct listing {
  struct listing *next;
  DIR *directory;
  struct dirent *items;
  long count, at;
};
static struct listing *listings;

struct dirent *__real_readdir(DIR *directory);
INTERNAL struct listing *listing_of(DIR *directory) {
  struct listing *list = listings;
  while (list && list->directory != directory) list = list->next;
  if (list || !(list = calloc(1, sizeof *list))) return list;
  *list = (struct listing){listings, directory, NULL, 0, 0};
  listings = list;
  for (struct dirent *item; (item = __real_readdir(directory)) != NULL;) {
    struct dirent *more = realloc(list->items, (size_t)(list->count + 1) * sizeof *more);
    if (!more) break;
    list->items = more;
    long at = list->count++;
    int dots = item->d_name[0] == '.' && (!item->d_name[1] || is_same(item->d_name, ".."));
    for (; at > 0; at--) {
      const char *last = more[at - 1].d_name;
      int after = last[0] == '.' && (!last[1] || is_same(last, "..")) ? dots && !item->d_name[1] : dots || strcmp(last, item->d_name) > 0;
      if (!after) break;
      memcpy(&more[at], &more[at - 1], sizeof *more);
    }
    memcpy(&more[at], item, item->d_reclen);
    more[at].d_ino = number_in_run(known[1].device, item->d_ino);
  }
  return list;
}

INTERNAL void forget_listing(DIR *directory) {
  struct listing **link = &listings, *list;
  while ((list = *link) != NULL && list->directory != directory) link = &list->next;
  if (!list) return;
  *link = list->next;
  free(list->items);
  free(list);
}

WEAK struct dirent *__wrap_readdir(DIR *directory) {
  struct listing *list = listing_of(directory);
  return list && list->at < list->count ? &list->items[list->at++] : NULL;
}
SAME(struct dirent *, readdir64, readdir, (DIR *directory), (directory))

int __real_closedir(DIR *directory);
WEAK int __wrap_closedir(DIR *directory) {
  forget_listing(directory);
  return __real_closedir(directory);
}

void __real_rewinddir(DIR *directory);
WEAK void __wrap_rewinddir(DIR *directory) {
  forget_listing(directory);
  __real_rewinddir(directory);
}

WEAK long __wrap_telldir(DIR *directory) {
  struct listing *list = listing_of(directory);
  return list ? list->at : 0;
}

WEAK void __wrap_seekdir(DIR *directory, long at) {
  struct listing *list = listing_of(directory);
  if (list) list->at = at;
}

/* The names of new files are the same in every run. */
INTERNAL int make_unique(char *name, int suffix, int flags, int is_directory) {
  size_t length = length_of(name);
  char *letters = name + length - suffix - 6;
  int fits = suffix >= 0 && length >= (size_t)suffix + 6;
  for (int i = 0; fits && i < 6; i++) fits = letters[i] == 'X';
  if (!fits) {
    errno = EINVAL;
    return -1;
  }
  for (unsigned number = 0; number < 26 * 26 * 26; number++) {
    unsigned rest = number;
    for (int i = 5; i >= 0; i--, rest /= 26) letters[i] = (char)('a' + rest % 26);
    int made = is_directory ? __wrap_mkdir(name, 0700)
                            : open_inside(AT_FDCWD, name, (flags & ~O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL, 0600);
    if (made >= 0 || errno != EEXIST) return made;
  }
  return -1;
}

WEAK int __wrap_mkostemps(char *name, int suffix, int flags) { return make_unique(name, suffix, flags, 0); }
WEAK char *__wrap_mkdtemp(char *name) { return make_unique(name, 0, 0, 1) < 0 ? NULL : name; }

SAME(int, mkstemp, mkostemps, (char *name), (name, 0, 0))
SAME(int, mkstemps, mkostemps, (char *name, int suffix), (name, suffix, 0))
SAME(int, mkostemp, mkostemps, (char *name, int flags), (name, 0, flags))
SAME(int, mkstemp64, mkostemps, (char *name), (name, 0, 0))

/* What is not known of files in the run is not told here, either. */
WEAK int __wrap_statx(int fd, const char *restrict path, int flags, unsigned mask, struct statx *restrict to) {
  int how = AT_STATX_FORCE_SYNC | AT_STATX_DONT_SYNC, names = AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH;
  struct stat from;
  if ((flags & ~(names | AT_NO_AUTOMOUNT | how)) || (flags & how) == how || (mask & STATX__RESERVED)) return fails(EINVAL);
  if (__wrap_fstatat(fd, path, &from, flags & names) != 0) return -1;
  for (size_t i = 0; i < sizeof *to; i++) ((volatile char *)to)[i] = 0;
  to->stx_mask = STATX_BASIC_STATS;
  to->stx_blksize = (uint32_t)from.st_blksize;
  to->stx_nlink = (uint32_t)from.st_nlink;
  to->stx_uid = from.st_uid;
  to->stx_gid = from.st_gid;
  to->stx_mode = (uint16_t)from.st_mode;
  to->stx_ino = from.st_ino;
  to->stx_size = (uint64_t)from.st_size;
  to->stx_blocks = (uint64_t)from.st_blocks;
  to->stx_atime = (struct statx_timestamp){.tv_sec = from.st_atim.tv_sec, .tv_nsec = (uint32_t)from.st_atim.tv_nsec};
  to->stx_mtime = (struct statx_timestamp){.tv_sec = from.st_mtim.tv_sec, .tv_nsec = (uint32_t)from.st_mtim.tv_nsec};
  to->stx_ctime = (struct statx_timestamp){.tv_sec = from.st_ctim.tv_sec, .tv_nsec = (uint32_t)from.st_ctim.tv_nsec};
  to->stx_rdev_major = major(from.st_rdev);
  to->stx_rdev_minor = minor(from.st_rdev);
  to->stx_dev_major = major(from.st_dev);
  to->stx_dev_minor = minor(from.st_dev);
  return 0;
}

/* The only file system. */
INTERNAL int describe_system(int result, struct statfs *to) {
  if (result == 0) {
    for (size_t i = 0; i < sizeof *to; i++) ((volatile char *)to)[i] = 0;
    to->f_type = 0x01021994;
    to->f_bsize = to->f_frsize = 4096;
    to->f_blocks = 1 << 20;
    to->f_bfree = to->f_bavail = 1 << 19;
    to->f_files = 1 << 18;
    to->f_ffree = 1 << 17;
    to->f_namelen = 255;
    to->f_flags = 0x20;
  }
  return result;
}

INTERNAL int in_posix_form(int result, struct statvfs *to) {
  if (result == 0) {
    for (size_t i = 0; i < sizeof *to; i++) ((volatile char *)to)[i] = 0;
    to->f_bsize = to->f_frsize = 4096;
    to->f_blocks = 1 << 20;
    to->f_bfree = to->f_bavail = 1 << 19;
    to->f_files = 1 << 18;
    to->f_ffree = to->f_favail = 1 << 17;
    to->f_namemax = 255;
  }
  return result;
}

INTERNAL int is_there(const char *path) {
  struct stat status;
  return __wrap_fstatat(AT_FDCWD, path, &status, 0);
}
INTERNAL int is_open(int fd) { return fcntl(fd, F_GETFD) < 0 ? -1 : 0; }
WEAK int __wrap_statfs(const char *path, struct statfs *to) { return describe_system(is_there(path), to); }
WEAK int __wrap_fstatfs(int fd, struct statfs *to) { return describe_system(is_open(fd), to); }
WEAK int __wrap_statvfs(const char *path, struct statvfs *to) { return in_posix_form(is_there(path), to); }
WEAK int __wrap_fstatvfs(int fd, struct statvfs *to) { return in_posix_form(is_open(fd), to); }
SAME(int, statfs64, statfs, (const char *path, struct statfs *to), (path, to))
SAME(int, fstatfs64, fstatfs, (int fd, struct statfs *to), (fd, to))
SAME(int, statvfs64, statvfs, (const char *path, struct statvfs *to), (path, to))
SAME(int, fstatvfs64, fstatvfs, (int fd, struct statvfs *to), (fd, to))

CHANGES(int, mkfifo, (const char *path, mode_t mode), (path, mode))
CHANGES(int, mkfifoat, (int fd, const char *path, mode_t mode), (fd, path, mode))

/* Devices cannot be made by somebody without privileges. */
int __real_mknodat(int fd, const char *path, mode_t mode, dev_t device);
WEAK int __wrap_mknodat(int fd, const char *path, mode_t mode, dev_t device) {
  Name room;
  struct stat status;
  if ((S_ISCHR(mode) || S_ISBLK(mode)) && __wrap_fstatat(fd, path, &status, AT_SYMLINK_NOFOLLOW) != 0) return fails(EPERM);
  return __real_mknodat(fd, of_tree(path, room), mode, device);
}
SAME(int, mknod, mknodat, (const char *path, mode_t mode, dev_t device), (AT_FDCWD, path, mode, device))

WEAK int __wrap_chroot(const char *path) {
  struct stat status;
  if (__wrap_fstatat(AT_FDCWD, path, &status, 0) != 0) return -1;
  if (!S_ISDIR(status.st_mode)) return fails(ENOTDIR);
  return __wrap_faccessat(AT_FDCWD, path, X_OK, AT_EACCESS) != 0 ? -1 : fails(EPERM);
}

/* A list of mounted file systems is a file of the tree, if it is there. */
FILE *__real_setmntent(const char *path, const char *how);
WEAK FILE *__wrap_setmntent(const char *path, const char *how) {
  Name room;
  return __real_setmntent(inside(path, room), how);
}

/* Who is logged in is in a file of the tree, if anywhere. */
static int has_named;
int __real_utmpname(const char *path);
WEAK int __wrap_utmpname(const char *path) {
  Name room;
  has_named = 1;
  return __real_utmpname(of_tree(path, room));
}
SAME(int, utmpxname, utmpname, (const char *path), (path))
void __real_setutxent(void);
WEAK void __wrap_setutxent(void) {
  if (!has_named) __wrap_utmpname("/var/run/utmp");
  __real_setutxent();
}

struct utmpx *__real_getutxent(void);
WEAK struct utmpx *__wrap_getutxent(void) {
  if (!has_named) __wrap_utmpname("/var/run/utmp");
  return __real_getutxent();
}

/* ---- other programs ---- */

/* None is in the tree but what the program makes itself. */
int __real_execve(const char *path, char *const arguments[], char *const variables[]);
WEAK int __wrap_execve(const char *path, char *const arguments[], char *const variables[]) {
  struct stat status;
  Name room;
  if (__wrap_fstatat(AT_FDCWD, path, &status, 0) != 0) return -1;
  if (!S_ISREG(status.st_mode)) return fails(EACCES);
  if (__wrap_faccessat(AT_FDCWD, path, X_OK, AT_EACCESS) != 0) return -1;
  return __real_execve(of_tree(path, room), arguments, variables);
}

WEAK int __wrap_execvpe(const char *file, char *const arguments[], char *const variables[]) {
  size_t length = length_of(file);
  int denied = 0;
  const char *path = getenv("PATH");
  if (!length) return fails(ENOENT);
  if (strchr(file, '/')) return __wrap_execve(file, arguments, variables);
  if (length > 255) length = 256;
  if (!path) path = "/bin:/usr/bin";
  for (;;) {
    char name[sizeof(Name) + 259];
    size_t size = strcspn(path, ":");
    if (size < sizeof(Name)) {
      memcpy(name, path, size);
      name[size] = '/';
      memcpy(name + size + (size > 0), file, length);
      name[size + (size > 0) + length] = 0;
      __wrap_execve(name, arguments, variables);
      if (errno == EACCES) denied = 1;
      else if (errno != ENOENT && errno != ENOTDIR) return -1;
    }
    if (!path[size]) return denied ? fails(EACCES) : -1;
    path += size + 1;
  }
}
/* The arguments do not matter where nothing is executed. */
#define ONE_BY_ONE(name, function)                                             \
  WEAK int __wrap_##name(const char *path, const char *argument, ...) {        \
    char *arguments[] = {(char *)argument, NULL};                              \
    return __wrap_##function(path, arguments, environ);                        \
  }
ONE_BY_ONE(execl, execve)
ONE_BY_ONE(execle, execve)
ONE_BY_ONE(execlp, execvpe)
SAME(int, execv, execve, (const char *path, char *const arguments[]), (path, arguments, environ))
SAME(int, execvp, execvpe, (const char *file, char *const arguments[]), (file, arguments, environ))
