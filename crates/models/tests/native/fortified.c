/* Compares the checking variants with the system's: what they do where there is room, and that both refuse where there is none. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <wchar.h>

#include "compare.h"

static jmp_buf refused;

/* Ours, and what becomes of the system's own. */
void __chk_fail(void) {
    longjmp(refused, 1);
}

static sigjmp_buf aborted;

static void leave(int number) {
    siglongjmp(aborted, number);
}

char *pl___strcpy_chk(char *, const char *, size_t), *pl___strcat_chk(char *, const char *, size_t), *pl___stpcpy_chk(char *, const char *, size_t);
char *pl___strncpy_chk(char *, const char *, size_t, size_t), *pl___strncat_chk(char *, const char *, size_t, size_t);
char *pl___stpncpy_chk(char *, const char *, size_t, size_t), *__strcpy_chk(char *, const char *, size_t), *__strcat_chk(char *, const char *, size_t);
char *__stpcpy_chk(char *, const char *, size_t), *__strncpy_chk(char *, const char *, size_t, size_t), *__strncat_chk(char *, const char *, size_t, size_t);
char *__stpncpy_chk(char *, const char *, size_t, size_t);
void *pl___mempcpy_chk(void *, const void *, size_t, size_t), *__mempcpy_chk(void *, const void *, size_t, size_t);
void pl___explicit_bzero_chk(void *, size_t, size_t);
size_t pl___strlcpy_chk(char *, const char *, size_t, size_t), pl___strlcat_chk(char *, const char *, size_t, size_t);
long pl___fdelt_chk(long), __fdelt_chk(long);

typedef wchar_t W;
W *pl___wmemcpy_chk(W *, const W *, size_t, size_t), *pl___wmempcpy_chk(W *, const W *, size_t, size_t), *pl___wmemmove_chk(W *, const W *, size_t, size_t);
W *pl___wmemset_chk(W *, W, size_t, size_t), *pl___wcpcpy_chk(W *, const W *, size_t), *pl___wcscpy_chk(W *, const W *, size_t);
W *pl___wcsncpy_chk(W *, const W *, size_t, size_t), *pl___wcpncpy_chk(W *, const W *, size_t, size_t), *pl___wcscat_chk(W *, const W *, size_t);
W *pl___wcsncat_chk(W *, const W *, size_t, size_t);
W *__wmemcpy_chk(W *, const W *, size_t, size_t), *__wmempcpy_chk(W *, const W *, size_t, size_t), *__wmemmove_chk(W *, const W *, size_t, size_t);
W *__wmemset_chk(W *, W, size_t, size_t), *__wcpcpy_chk(W *, const W *, size_t), *__wcscpy_chk(W *, const W *, size_t);
W *__wcsncpy_chk(W *, const W *, size_t, size_t), *__wcpncpy_chk(W *, const W *, size_t, size_t), *__wcscat_chk(W *, const W *, size_t);
W *__wcsncat_chk(W *, const W *, size_t, size_t);
size_t pl___mbstowcs_chk(W *, const char *, size_t, size_t), pl___wcstombs_chk(char *, const W *, size_t, size_t);
size_t pl___mbsrtowcs_chk(W *, const char **, size_t, void *, size_t), pl___wcsrtombs_chk(char *, const W **, size_t, void *, size_t);
size_t pl___mbsnrtowcs_chk(W *, const char **, size_t, size_t, void *, size_t), pl___wcsnrtombs_chk(char *, const W **, size_t, size_t, void *, size_t);
size_t pl___wcrtomb_chk(char *, W, void *, size_t);
int pl___wctomb_chk(char *, W, size_t);

static char ours[64], theirs[64];
static W our_wide[64], their_wide[64];

static void begin(void) {
    memset(ours, 0, sizeof ours);
    strcpy(ours, "so");
    memcpy(theirs, ours, sizeof ours);
    memset(our_wide, 0, sizeof our_wide);
    wcscpy(our_wide, L"so");
    memcpy(their_wide, our_wide, sizeof our_wide);
}

/* Runs both; each is refused or gives back a place. */
#define BOTH(what, ours_call, theirs_call, ours_base, theirs_base)                                                     \
    do {                                                                                                               \
        volatile ptrdiff_t got = -1, expected = -1;                                                                    \
        begin();                                                                                                       \
        if (setjmp(refused) == 0)                                                                                      \
            got = (ours_call) - (ours_base);                                                                           \
        if (sigsetjmp(aborted, 1) == 0)                                                                                \
            expected = (theirs_call) - (theirs_base);                                                                  \
        CHECK(got < 0 || (memcmp(ours, theirs, sizeof ours) == 0 && memcmp(our_wide, their_wide, sizeof our_wide) == 0), what); \
        CHECK(got == expected, what " with %zu characters, limit %zu, room %zu: %td %td", length, limit, room, got, expected); \
    } while (0)

void fortified(void) {
    struct sigaction action = {.sa_handler = leave}, last;
    sigaction(SIGABRT, &action, &last);
    for (int round = 0; round < 60; round++) {
        char text[24] = {0};
        W wide[24] = {0};
        volatile size_t length = below(10), limit = below(12), room = below(14);
        for (size_t i = 0; i < length; i++) {
            text[i] = (char)('a' + below(26));
            wide[i] = (W)text[i];
        }
        BOTH("strcat", pl___strcat_chk(ours, text, room), __strcat_chk(theirs, text, room), ours, theirs);
        BOTH("strncat", pl___strncat_chk(ours, text, limit, room + 4), __strncat_chk(theirs, text, limit, room + 4), ours, theirs);
        BOTH("strcpy", pl___strcpy_chk(ours, text, room), __strcpy_chk(theirs, text, room), ours, theirs);
        BOTH("stpcpy", pl___stpcpy_chk(ours, text, room), __stpcpy_chk(theirs, text, room), ours, theirs);
        BOTH("strncpy", pl___strncpy_chk(ours, text, limit, room), __strncpy_chk(theirs, text, limit, room), ours, theirs);
        BOTH("stpncpy", pl___stpncpy_chk(ours, text, limit, room), __stpncpy_chk(theirs, text, limit, room), ours, theirs);
        BOTH("mempcpy", (char *)pl___mempcpy_chk(ours, text, limit, room), (char *)__mempcpy_chk(theirs, text, limit, room), ours, theirs);
        BOTH("wcscat", pl___wcscat_chk(our_wide, wide, room), __wcscat_chk(their_wide, wide, room), our_wide, their_wide);
        BOTH("wcsncat", pl___wcsncat_chk(our_wide, wide, limit, room + 4), __wcsncat_chk(their_wide, wide, limit, room + 4), our_wide, their_wide);
        BOTH("wcscpy", pl___wcscpy_chk(our_wide, wide, room), __wcscpy_chk(their_wide, wide, room), our_wide, their_wide);
        BOTH("wcpcpy", pl___wcpcpy_chk(our_wide, wide, room), __wcpcpy_chk(their_wide, wide, room), our_wide, their_wide);
        BOTH("wcsncpy", pl___wcsncpy_chk(our_wide, wide, limit, room), __wcsncpy_chk(their_wide, wide, limit, room), our_wide, their_wide);
        BOTH("wcpncpy", pl___wcpncpy_chk(our_wide, wide, limit, room), __wcpncpy_chk(their_wide, wide, limit, room), our_wide, their_wide);
        BOTH("wmemcpy", pl___wmemcpy_chk(our_wide, wide, limit, room), __wmemcpy_chk(their_wide, wide, limit, room), our_wide, their_wide);
        BOTH("wmempcpy", pl___wmempcpy_chk(our_wide, wide, limit, room), __wmempcpy_chk(their_wide, wide, limit, room), our_wide, their_wide);
        BOTH("wmemmove", pl___wmemmove_chk(our_wide, wide, limit, room), __wmemmove_chk(their_wide, wide, limit, room), our_wide, their_wide);
        BOTH("wmemset", pl___wmemset_chk(our_wide, L'm', limit, room), __wmemset_chk(their_wide, L'm', limit, room), our_wide, their_wide);
        BOTH("fdelt", pl___fdelt_chk((long)room * 100) + ours, __fdelt_chk((long)room * 100) + theirs, ours, theirs);
        /* Those that the system may not have, or that have a state, against what they stand for. */
#define ONE(what, call, needed)                                                                                        \
    do {                                                                                                               \
        volatile int works = 0;                                                                                        \
        if (setjmp(refused) == 0)                                                                                      \
            works = ((void)(call), 1);                                                                                 \
        CHECK(works == ((needed) <= room), what " %zu %zu", limit, room);                                              \
    } while (0)
        const char *from = text;
        const W *from_wide = wide;
        ONE("strlcpy", pl___strlcpy_chk(ours, text, limit, room), limit);
        ONE("strlcat", pl___strlcat_chk(ours, text, limit, room), limit);
        ONE("explicit_bzero", pl___explicit_bzero_chk(ours, limit, room), limit);
        ONE("mbstowcs", pl___mbstowcs_chk(our_wide, text, limit, room), limit);
        ONE("wcstombs", pl___wcstombs_chk(ours, wide, limit, room), limit);
        ONE("mbsrtowcs", pl___mbsrtowcs_chk(our_wide, &from, limit, NULL, room), limit);
        ONE("wcsrtombs", pl___wcsrtombs_chk(ours, &from_wide, limit, NULL, room), limit);
        from = text, from_wide = wide;
        ONE("mbsnrtowcs", pl___mbsnrtowcs_chk(our_wide, &from, 3, limit, NULL, room), limit);
        ONE("wcsnrtombs", pl___wcsnrtombs_chk(ours, &from_wide, 3, limit, NULL, room), limit);
        ONE("wcrtomb", pl___wcrtomb_chk(ours, L'x', NULL, room), 1u);
        ONE("wctomb", pl___wctomb_chk(ours, L'x', room), 1u);
        (void)from;
    }
    sigaction(SIGABRT, &last, NULL);
}
