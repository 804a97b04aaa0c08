/* Compares wide strings and characters with the system's. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

#include "compare.h"

size_t pl_wcslen(const wchar_t *), pl_wcsnlen(const wchar_t *, size_t), pl_wcsspn(const wchar_t *, const wchar_t *);
size_t pl_wcscspn(const wchar_t *, const wchar_t *);
wchar_t *pl_wmemcpy(wchar_t *, const wchar_t *, size_t), *pl_wmemmove(wchar_t *, const wchar_t *, size_t);
wchar_t *pl_wmemset(wchar_t *, wchar_t, size_t), *pl_wmemchr(const wchar_t *, wchar_t, size_t);
wchar_t *pl_wcscpy(wchar_t *, const wchar_t *), *pl_wcsncpy(wchar_t *, const wchar_t *, size_t);
wchar_t *pl_wcscat(wchar_t *, const wchar_t *), *pl_wcsncat(wchar_t *, const wchar_t *, size_t);
wchar_t *pl_wcschr(const wchar_t *, wchar_t), *pl_wcsrchr(const wchar_t *, wchar_t);
wchar_t *pl_wcsstr(const wchar_t *, const wchar_t *), *pl_wcspbrk(const wchar_t *, const wchar_t *);
int pl_wmemcmp(const wchar_t *, const wchar_t *, size_t), pl_wcscmp(const wchar_t *, const wchar_t *);
int pl_wcsncmp(const wchar_t *, const wchar_t *, size_t), pl_wcscoll(const wchar_t *, const wchar_t *);
size_t pl_mbrtowc(wchar_t *, const char *, size_t, mbstate_t *), pl_mbrlen(const char *, size_t, mbstate_t *);
size_t pl_wcrtomb(char *, wchar_t, mbstate_t *), pl_mbstowcs(wchar_t *, const char *, size_t);
size_t pl_wcstombs(char *, const wchar_t *, size_t);
int pl_mbtowc(wchar_t *, const char *, size_t), pl_mblen(const char *, size_t), pl_wctomb(char *, wchar_t);
int pl_mbsinit(const mbstate_t *), pl_wctob(wint_t);
wint_t pl_btowc(int), pl_towlower(wint_t), pl_towupper(wint_t);
#define CLASSES(X)                                                                                                     \
    X(iswalnum) X(iswalpha) X(iswblank) X(iswcntrl) X(iswdigit) X(iswgraph) X(iswlower) X(iswprint) X(iswpunct)        \
    X(iswspace) X(iswupper) X(iswxdigit)
#define DECLARE(name) int pl_##name(wint_t);
CLASSES(DECLARE)

static int sign(int n) {
    return (n > 0) - (n < 0);
}

/* The same result of a conversion, and the same complaint. */
#define SAME(ours, theirs)                                                                                             \
    do {                                                                                                               \
        errno = 0;                                                                                                     \
        long got = (long)(ours);                                                                                       \
        int error = errno;                                                                                             \
        errno = 0;                                                                                                     \
        long expected = (long)(theirs);                                                                                \
        CHECK(got == expected && error == errno, "%ld %d, not %ld %d", got, error, expected, errno);                   \
    } while (0)

static void strings(void) {
    wchar_t a[16], b[16], x[40], y[40];
    for (int round = 0; round < 40000; round++) {
        static const wchar_t letters[] = {'a', 'b', 'A', 0x3bb, -1, 0x10ffff, 0};
        for (int i = 0; i < 16; i++) {
            a[i] = letters[below(7)];
            b[i] = letters[below(7)];
        }
        a[15] = b[15] = 0;
        size_t n = below(16);
        wchar_t c = letters[below(7)];
        CHECK(pl_wcslen(a) == wcslen(a) && pl_wcsnlen(a, n) == wcsnlen(a, n), "%d", round);
        CHECK(sign(pl_wcscmp(a, b)) == sign(wcscmp(a, b)) && sign(pl_wcsncmp(a, b, n)) == sign(wcsncmp(a, b, n)), "%d", round);
        CHECK(sign(pl_wmemcmp(a, b, n)) == sign(wmemcmp(a, b, n)) && sign(pl_wcscoll(a, b)) == sign(wcscmp(a, b)), "%d", round);
        CHECK(pl_wcschr(a, c) == wcschr(a, c) && pl_wcsrchr(a, c) == wcsrchr(a, c) && pl_wmemchr(a, c, n) == wmemchr(a, c, n), "%d", round);
        CHECK(pl_wcsstr(a, b) == wcsstr(a, b) && pl_wcspbrk(a, b) == wcspbrk(a, b), "%d", round);
        CHECK(pl_wcsspn(a, b) == wcsspn(a, b) && pl_wcscspn(a, b) == wcscspn(a, b), "%d", round);
        wmemset(x, 7, 40);
        wmemset(y, 7, 40);
        pl_wcscpy(x, a), wcscpy(y, a);
        CHECK(pl_wcscat(x, b) == x && wcscat(y, b) == y && wmemcmp(x, y, 40) == 0, "%d", round);
        CHECK(pl_wcsncpy(x, a, n) == x && wcsncpy(y, a, n) == y && wmemcmp(x, y, 40) == 0, "%d", round);
        x[n] = y[n] = 0;
        CHECK(pl_wcsncat(x, b, n) == x && wcsncat(y, b, n) == y && wmemcmp(x, y, 40) == 0, "%d", round);
        CHECK(pl_wmemmove(x + 2, x + n / 2, n) && wmemmove(y + 2, y + n / 2, n) && wmemcmp(x, y, 40) == 0, "%d", round);
        CHECK(pl_wmemcpy(x, a, n) == x && wmemcpy(y, a, n) == y && pl_wmemset(x + n, c, 3) && wmemset(y + n, c, 3), "%d", round);
        CHECK(wmemcmp(x, y, 40) == 0, "%d", round);
    }
}

static void characters(void) {
    for (int c = -1; c < 300; c++) {
        CHECK(pl_btowc(c) == btowc(c), "%d", c);
        CHECK(pl_wctob((wint_t)c) == wctob((wint_t)c), "%d", c);
        CHECK(pl_towlower((wint_t)c) == towlower((wint_t)c) && pl_towupper((wint_t)c) == towupper((wint_t)c), "%d", c);
#define COMPARE(name) CHECK(!pl_##name((wint_t)c) == !name((wint_t)c), #name " %d", c);
        CLASSES(COMPARE)
        char text[2] = {(char)c, 0}, x[8] = "", y[8] = "";
        wchar_t a = 5, b = 5;
        mbstate_t state;
        for (size_t size = 0; size < 3; size++) {
            memset(&state, 0, sizeof state);
            SAME(pl_mbrtowc(&a, text, size, &state), mbrtowc(&b, text, size, &state));
            memset(&state, 0, sizeof state);
            SAME(pl_mbrlen(text, size, &state), mbrlen(text, size, &state));
            SAME(pl_mbtowc(&a, text, size), mbtowc(&b, text, size));
            SAME(pl_mblen(text, size), mblen(text, size));
            CHECK(a == b && pl_mbsinit(&state), "%d", c);
        }
        memset(&state, 0, sizeof state);
        SAME(pl_wcrtomb(x, c, &state), wcrtomb(y, c, &state));
        SAME(pl_wctomb(x, c), wctomb(y, c));
        CHECK(memcmp(x, y, sizeof x) == 0, "%d", c);
    }
    for (int round = 0; round < 20000; round++) {
        char from[8], x[8] = "", y[8] = "";
        wchar_t wide[8], a[8] = {0}, b[8] = {0};
        for (int i = 0; i < 7; i++) {
            from[i] = (char)(below(20) == 0 ? 0xe9 : below(8) == 0 ? 0 : 'a' + below(26));
            wide[i] = below(20) == 0 ? 0x3bb : below(8) == 0 ? 0 : 'a' + (wchar_t)below(26);
        }
        from[7] = 0;
        wide[7] = 0;
        size_t n = below(9);
        SAME(pl_mbstowcs(a, from, n > 8 ? 8 : n), mbstowcs(b, from, n > 8 ? 8 : n));
        SAME(pl_mbstowcs(NULL, from, n), mbstowcs(NULL, from, n));
        SAME(pl_wcstombs(x, wide, n > 8 ? 8 : n), wcstombs(y, wide, n > 8 ? 8 : n));
        SAME(pl_wcstombs(NULL, wide, n), wcstombs(NULL, wide, n));
        CHECK(memcmp(a, b, sizeof a) == 0 && memcmp(x, y, sizeof x) == 0, "%d", round);
    }
}

void wide(void) {
    strings();
    characters();
}
