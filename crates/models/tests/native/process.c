/* Compares the environment, locales and the other generators of random numbers with the system's. */
#define _GNU_SOURCE
#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
int pl_at_quick_exit(void (*)(void));
void pl_quick_exit(int);
char *pl_setlocale(int, const char *);
struct lconv *pl_localeconv(void);
void pl_srand48(long), pl_lcong48(unsigned short *);
unsigned short *pl_seed48(unsigned short *);
double pl_drand48(void), pl_erand48(unsigned short *);
long pl_lrand48(void), pl_nrand48(unsigned short *), pl_mrand48(void), pl_jrand48(unsigned short *);

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

static void last_words(void) {}

void surroundings(void) {
    variables();
    generators();
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
