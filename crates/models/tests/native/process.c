/* Compares the environment, locales and the other generators of random numbers with the system's. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <mntent.h>
#include <stdlib.h>
#include <string.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utmpx.h>

#include "compare.h"

/* The executor's variable. */
long __pleach_variable_length(int index) {
    return index == 0 ? 3 : -1;
}

int __pleach_variable_name(int index, char *to) {
    (void)index;
    strcpy(to, "GIVEN");
    return 5;
}

extern char **pl_environ;
char *pl_getenv(const char *), *pl_secure_getenv(const char *);
int pl_setenv(const char *, const char *, int), pl_unsetenv(const char *), pl_putenv(char *), pl_clearenv(void);
int pl_getpid(void), pl_getppid(void), pl_getpagesize(void);
unsigned pl_getuid(void), pl_geteuid(void), pl_getgid(void), pl_getegid(void);
long pl_sysconf(int);
int pl_execve(const char *, char *const *, char *const *), pl_execv(const char *, char *const *), pl_execvp(const char *, char *const *);
int pl_execvpe(const char *, char *const *, char *const *), pl_execl(const char *, const char *, ...), pl_execlp(const char *, const char *, ...);
int pl_execle(const char *, const char *, ...), pl_getpriority(int, unsigned), pl_setpriority(int, unsigned, int), pl_nice(int);
int pl___sched_cpucount(size_t, const void *), pl_sched_getaffinity(int, size_t, void *), pl_getlogin_r(char *, size_t), pl_gethostid(void);
char *pl_getlogin(void);
char *pl_hasmntopt(const struct mntent *, const char *);
FILE *pl_setmntent(const char *, const char *);
int pl_endmntent(FILE *);
unsigned pl_gnu_dev_major(unsigned long), pl_gnu_dev_minor(unsigned long);
unsigned long pl_gnu_dev_makedev(unsigned, unsigned);
int pl_utmpname(const char *), pl_utmpxname(const char *), pl_open(const char *, int, ...), pl_close(int), pl_unlink(const char *);
long pl_write(int, const void *, size_t);
void pl_setutxent(void), pl_setutent(void), pl_endutxent(void), pl_endutent(void);
void *pl_getutxent(void), *pl_getutent(void);
int pl_at_quick_exit(void (*)(void));
void pl_quick_exit(int);
char *pl_setlocale(int, const char *);
struct lconv *pl_localeconv(void);
void pl_srand48(long), pl_lcong48(unsigned short *);
unsigned short *pl_seed48(unsigned short *);
double pl_drand48(void), pl_erand48(unsigned short *);
long pl_lrand48(void), pl_nrand48(unsigned short *), pl_mrand48(void), pl_jrand48(unsigned short *);

#define BOTH_FAIL(ours, theirs)                                                                                        \
    do {                                                                                                               \
        int got = (ours), error = errno;                                                                               \
        CHECK(got == -1 && (theirs) == -1 && error == errno, "errno %d %d", error, errno);                             \
    } while (0)

static int same_text(const char *a, const char *b) {
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static void variables(void) {
    static const char *const names[] = {"A", "AB", "B", "", "A=B", "C"};
    static const char *const values[] = {"", "x", "=y", "long value"};
    static char put[][8] = {"A=put", "B=", "C", "AB=q=r"};
    CHECK(same_text(pl_secure_getenv("GIVEN"), "") && pl_unsetenv("GIVEN") == 0 && pl_getenv("GIVEN") == NULL, "the executor's");
    clearenv();
    for (int round = 0; round < 20000; round++) {
        const char *name = names[below(6)], *value = values[below(4)];
        int replace = (int)below(2), got, expected, error;
        char *text = put[below(4)];
        errno = 0;
        switch (below(20)) {
        case 0:
            pl_clearenv();
            clearenv();
            continue;
        case 1:
        case 2:
        case 3:
            got = pl_unsetenv(name);
            error = errno, errno = 0;
            expected = unsetenv(name);
            break;
        case 4:
        case 5:
            got = pl_putenv(text);
            error = errno, errno = 0;
            expected = putenv(text);
            break;
        default:
            got = pl_setenv(name, value, replace);
            error = errno, errno = 0;
            expected = setenv(name, value, replace);
        }
        CHECK(got == expected && (got == 0 || error == errno), "%s %s", name, value);
        for (int i = 0; i < 6; i++) {
            CHECK(same_text(pl_getenv(names[i]), getenv(names[i])), "%s after %s %s", names[i], name, value);
        }
    }
    CHECK(pl_setenv("LAST", "1", 1) == 0 && pl_environ != NULL, "a list");
}

static void generators(void) {
    for (int round = 0; round < 2000; round++) {
        unsigned short words[7], ours[3], theirs[3];
        for (int i = 0; i < 7; i++) {
            words[i] = (unsigned short)next();
        }
        memcpy(ours, words, sizeof ours);
        memcpy(theirs, words, sizeof theirs);
        long seed = (long)next();
        if (below(2)) {
            pl_srand48(seed);
            srand48(seed);
        } else if (below(2)) {
            CHECK(memcmp(pl_seed48(words), seed48(words), 6) == 0, "%d", round);
        } else {
            pl_lcong48(words);
            lcong48(words);
        }
        for (int i = 0; i < 5; i++) {
            CHECK(pl_drand48() == drand48() && pl_lrand48() == lrand48() && pl_mrand48() == mrand48(), "%d", round);
            CHECK(pl_erand48(ours) == erand48(theirs) && pl_nrand48(ours) == nrand48(theirs), "%d", round);
            CHECK(pl_jrand48(ours) == jrand48(theirs) && memcmp(ours, theirs, sizeof ours) == 0, "%d", round);
        }
    }
}

/* Names under which there is nothing to execute, here and there. */
static void executing(void) {
    static char long_name[300];
    memset(long_name, 'n', sizeof long_name - 1);
    const char *const names[] = {"", "no-such", "./no-such", "/", "/dev/null", "/dev/null/x", "no-such/x", long_name, "null"};
    static const char *const paths[] = {NULL, "", "/dev", "/no:/dev:", ":/dev/null", "/dev/null:/no"};
    char *none[] = {"x", NULL};
    for (int i = 0; i < 9; i++) {
        /* The usual directories are there natively, which a name that is too long shows. */
        for (int k = names[i] == long_name; k < 6; k++) {
            const char *name = names[i];
            if (paths[k] == NULL) {
                unsetenv("PATH"), pl_unsetenv("PATH");
            } else {
                setenv("PATH", paths[k], 1), pl_setenv("PATH", paths[k], 1);
            }
            int got[7], expected[2] = {execve(name, none, none), errno}, found[2] = {execvp(name, none), errno};
            got[0] = pl_execve(name, none, none) == -1 ? errno : 0;
            got[1] = pl_execv(name, none) == -1 ? errno : 0;
            got[2] = pl_execl(name, "x", NULL) == -1 ? errno : 0;
            got[3] = pl_execle(name, "x", NULL, none) == -1 ? errno : 0;
            got[4] = pl_execvp(name, none) == -1 ? errno : 0;
            got[5] = pl_execvpe(name, none, none) == -1 ? errno : 0;
            got[6] = pl_execlp(name, "x", NULL) == -1 ? errno : 0;
            for (int way = 0; way < 7; way++) {
                CHECK(got[way] == (way < 4 ? expected : found)[1], "%s in %s, %d: errno %d", name, paths[k], way, got[way]);
            }
        }
    }
    setenv("PATH", "/usr/bin:/bin", 1);
}

/* Priorities of a process without privileges, compared in one that can change its own; the result is what differed. */
static int compare_priorities(void) {
    int differ = 0;
    if (setpriority(PRIO_PROCESS, 0, 0) != 0 || (geteuid() == 0 && setresuid(65534, 65534, 65534) != 0)) {
        return 0;
    }
    for (int i = 0; i < 200; i++) {
        int value = (int)below(30) - 8, which = (int)below(8) ? 0 : 7, got, error;
        errno = 0;
        switch (below(3)) {
        case 0:
            got = pl_setpriority(which, 0, value), error = errno, errno = 0;
            differ += got != setpriority(which, 0, value) || error != errno;
            break;
        case 1:
            value = value > 2 ? 1 : value;
            got = pl_nice(value), error = errno, errno = 0;
            differ += got != nice(value) || error != errno;
            break;
        default:
            got = pl_getpriority(which, 0), error = errno, errno = 0;
            differ += got != getpriority(which, 0) || error != errno;
        }
    }
    return differ < 100 ? differ : 100;
}

static void priorities(void) {
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        _exit(compare_priorities());
    }
    CHECK(waitpid(child, &status, 0) == child && status == 0, "%d differences", status >> 8);
    CHECK(pl_getpriority(0, 77) == -1 && errno == ESRCH && pl_setpriority(5, 0, 0) == -1 && errno == EINVAL, "others");
}

static void logged_in(void) {
    struct utmpx record = {.ut_type = USER_PROCESS, .ut_user = "somebody"}, *found;
    CHECK(sizeof record == 384 && (pl_endutxent(), pl_setutxent(), pl_getutxent()) == NULL, "nobody");
    int fd = pl_open("records", O_CREAT | O_WRONLY, 0600);
    CHECK(pl_write(fd, &record, sizeof record) == sizeof record && pl_write(fd, &record, 100) == 100 && pl_close(fd) == 0, "written");
    CHECK(pl_utmpxname("records") == 0 && (found = pl_getutxent()) != NULL && strcmp(found->ut_user, "somebody") == 0, "one");
    CHECK(pl_getutent() == NULL && (pl_setutent(), pl_getutent()) != NULL, "again");
    pl_endutent();
    CHECK(pl_utmpname("none") == 0 && pl_getutxent() == NULL && pl_unlink("records") == 0, "none");
}

/* Options in lists of mounted file systems, and numbers of devices. */
static void mounted(void) {
    static const char *const lists[] = {"rw,a=1,ab", "ab=2,a", "", "a,", ",,a", "ba,ab,b=a", "aa,aaa", "x"};
    static const char *const options[] = {"a", "ab", "rw", "b", "aa", "x"};
    for (int i = 0; i < 8; i++) {
        for (int k = 0; k < 6; k++) {
            struct mntent entry = {.mnt_opts = (char *)lists[i]};
            CHECK(pl_hasmntopt(&entry, options[k]) == hasmntopt(&entry, options[k]), "%s in %s", options[k], lists[i]);
        }
    }
    FILE *list = pl_setmntent("list", "w+");
    CHECK(list != NULL && pl_endmntent(list) == 1 && pl_endmntent(NULL) == 1 && pl_unlink("list") == 0, "a file");
    CHECK(pl_setmntent("/etc/mtab", "r") == NULL && errno == ENOENT, "no file");
    for (int i = 0; i < 1000; i++) {
        unsigned major = (unsigned)next(), minor = (unsigned)next();
        unsigned long device = gnu_dev_makedev(major, minor);
        CHECK(pl_gnu_dev_makedev(major, minor) == device, "%x %x", major, minor);
        CHECK(pl_gnu_dev_major(device) == gnu_dev_major(device) && pl_gnu_dev_minor(device) == gnu_dev_minor(device), "%lx", device);
    }
}

static void answers(void) {
    mounted();
    unsigned char set[16];
    memset(set, 1, sizeof set);
    CHECK(pl_sched_getaffinity(0, sizeof set, set) == 0 && set[0] == 1 && set[1] == 0 && set[15] == 0, "one processor");
    for (size_t size = 0; size < 8; size++) {
        BOTH_FAIL(pl_sched_getaffinity(0, size, set), sched_getaffinity(0, size, (cpu_set_t *)set));
    }
    for (int i = 0; i < 1000; i++) {
        unsigned long words[2] = {next(), next() & next()};
        CHECK(pl___sched_cpucount(8 * (i % 3), words) == CPU_COUNT_S(8 * (i % 3), (cpu_set_t *)words), "%lx", words[0]);
    }
    CHECK(pl_sched_getaffinity(77777777, 8, set) == -1 && errno == ESRCH, "another process");
    CHECK(pl_getlogin() == NULL && errno == ENOTTY && pl_getlogin_r((char *)set, 16) == ENOTTY && pl_gethostid() == pl_gethostid(), "nobody");
    CHECK(pl_sysconf(_SC_PHYS_PAGES) > pl_sysconf(_SC_AVPHYS_PAGES), "memory");
}

static void last_words(void) {}

void surroundings(void) {
    variables();
    generators();
    executing();
    priorities();
    logged_in();
    answers();
    int at_quick = pl_at_quick_exit(last_words);
    CHECK(at_quick == 0 && pl_quick_exit != NULL, "noted");
    CHECK(pl_getpid() > 0 && pl_getppid() > 0 && pl_getuid() == pl_geteuid() && pl_getgid() == pl_getegid(), "one process");
    CHECK(pl_getpagesize() == getpagesize() && pl_sysconf(_SC_PAGESIZE) == sysconf(_SC_PAGESIZE) && pl_sysconf(_SC_CLK_TCK) == 100, "sizes");
    CHECK(pl_sysconf(_SC_OPEN_MAX) == 64 && pl_sysconf(_SC_NPROCESSORS_ONLN) == 1 && pl_sysconf(_SC_NPROCESSORS_CONF) == 1, "numbers");
    static const char *const locales[] = {"C", "POSIX", "none_NONE.utf8", "POSI"};
    for (int i = 0; i < 4; i++) {
        CHECK(same_text(pl_setlocale(LC_ALL, locales[i]), setlocale(LC_ALL, locales[i])), "%s", locales[i]);
    }
    CHECK(same_text(pl_setlocale(LC_ALL, NULL), "C") && pl_setlocale(99, "C") == NULL && same_text(pl_setlocale(LC_CTYPE, ""), "C"), "C");
    struct lconv *ours = pl_localeconv(), *theirs = localeconv();
    CHECK(same_text(ours->decimal_point, theirs->decimal_point) && same_text(ours->negative_sign, theirs->negative_sign), "texts");
    CHECK(memcmp(&ours->int_frac_digits, &theirs->int_frac_digits, 14) == 0, "numbers");
}
