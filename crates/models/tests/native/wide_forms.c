/* Compares the rest of <wchar.h>, wide characters in streams, locales and the forms with a locale with the system's. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

#include "compare.h"

typedef wchar_t W;
W *pl_wmempcpy(W *, const W *, size_t), *pl_wcpcpy(W *, const W *), *pl_wcpncpy(W *, const W *, size_t), *pl_wcsdup(const W *);
W *pl_wcschrnul(const W *, W), *pl_wcswcs(const W *, const W *), *pl_wcstok(W *, const W *, W **);
size_t pl_wcsxfrm(W *, const W *, size_t), pl_wcsxfrm_l(W *, const W *, size_t, locale_t);
int pl_wcsncasecmp(const W *, const W *, size_t), pl_wcscasecmp(const W *, const W *), pl_wcscasecmp_l(const W *, const W *, locale_t);
int pl_wcsncasecmp_l(const W *, const W *, size_t, locale_t), pl_wcscoll_l(const W *, const W *, locale_t), pl_wcwidth(W);
int pl_wcswidth(const W *, size_t);
size_t pl_mbsnrtowcs(W *, const char **, size_t, size_t, void *), pl_mbsrtowcs(W *, const char **, size_t, void *);
size_t pl_wcsnrtombs(char *, const W **, size_t, size_t, void *), pl_wcsrtombs(char *, const W **, size_t, void *);
unsigned long pl_wctype(const char *), pl_wctype_l(const char *, locale_t), pl_wctrans(const char *), pl_wctrans_l(const char *, locale_t);
int pl_iswctype(wint_t, unsigned long), pl_iswctype_l(wint_t, unsigned long, locale_t);
wint_t pl_towctrans(wint_t, unsigned long), pl_towctrans_l(wint_t, unsigned long, locale_t), pl_towlower_l(wint_t, locale_t);
wint_t pl_towupper_l(wint_t, locale_t);
locale_t pl_newlocale(int, const char *, locale_t), pl_duplocale(locale_t), pl_uselocale(locale_t);
void pl_freelocale(locale_t);
char *pl_nl_langinfo(int), *pl_nl_langinfo_l(int, locale_t), *pl_strerror_l(int, locale_t);
size_t pl___ctype_get_mb_cur_max(void), pl_strxfrm_l(char *, const char *, size_t, locale_t);
size_t pl_strftime_l(char *, size_t, const char *, const struct tm *, locale_t);
int pl_strcoll_l(const char *, const char *, locale_t), pl_strcasecmp_l(const char *, const char *, locale_t);
int pl_strncasecmp_l(const char *, const char *, size_t, locale_t), pl___tolower_l(int, locale_t), pl___toupper_l(int, locale_t);

static locale_t c_locale, our_locale;

static int sign(int n) {
    return (n > 0) - (n < 0);
}

/* A text over a few characters, so that much of it is alike. */
static void some_text(W *to, size_t most) {
    size_t length = below((unsigned)most);
    for (size_t i = 0; i < length; i++) {
        to[i] = L"aAbB,. zZ\u00e9"[below(10)];
    }
    to[length] = 0;
}

static void texts(void) {
    for (int round = 0; round < 20000; round++) {
        W a[16], b[16], ours[32], theirs[32];
        some_text(a, 8);
        some_text(b, 4);
        size_t count = below(8);
        memset(ours, 0, sizeof ours);
        memset(theirs, 0, sizeof theirs);
        CHECK(pl_wmempcpy(ours, a, count) - ours == wmempcpy(theirs, a, count) - theirs, "%d", round);
        CHECK(pl_wcpcpy(ours + 10, a) - ours == wcpcpy(theirs + 10, a) - theirs, "%d", round);
        CHECK(pl_wcpncpy(ours + 20, a, count) - ours == wcpncpy(theirs + 20, a, count) - theirs, "%d", round);
        CHECK(memcmp(ours, theirs, sizeof ours) == 0, "%d", round);
        CHECK(pl_wcsxfrm(ours, a, count) == wcsxfrm(theirs, a, count) && (wcslen(a) >= count || wcscmp(ours, theirs) == 0), "%d", round);
        CHECK(pl_wcsxfrm_l(ours, a, 16, our_locale) == wcsxfrm_l(theirs, a, 16, c_locale), "%d", round);
        W *copy = pl_wcsdup(a);
        CHECK(wcscmp(copy, a) == 0, "%d", round);
        free(copy);
        CHECK(sign(pl_wcscasecmp(a, b)) == sign(wcscasecmp(a, b)), "%d", round);
        CHECK(sign(pl_wcsncasecmp(a, b, count)) == sign(wcsncasecmp(a, b, count)), "%d", round);
        CHECK(sign(pl_wcscasecmp_l(a, b, our_locale)) == sign(wcscasecmp_l(a, b, c_locale)), "%d", round);
        CHECK(sign(pl_wcsncasecmp_l(a, b, count, our_locale)) == sign(wcsncasecmp_l(a, b, count, c_locale)), "%d", round);
        CHECK(sign(pl_wcscoll_l(a, b, our_locale)) == sign(wcscoll_l(a, b, c_locale)), "%d", round);
        CHECK(pl_wcschrnul(a, L'B') == wcschrnul(a, L'B') && pl_wcswcs(a, b) == wcsstr(a, b), "%d", round);
        CHECK(pl_wcswidth(a, count) == wcswidth(a, count), "%d", round);
        W *our_rest = NULL, *their_rest = NULL, *our_token, *their_token;
        wcscpy(ours, a);
        wcscpy(theirs, a);
        our_token = pl_wcstok(ours, L",.", &our_rest);
        their_token = wcstok(theirs, L",.", &their_rest);
        while (our_token != NULL && their_token != NULL) {
            CHECK(our_token - ours == their_token - theirs && wcscmp(our_token, their_token) == 0, "%d", round);
            our_token = pl_wcstok(NULL, L",.", &our_rest);
            their_token = wcstok(NULL, L",.", &their_rest);
        }
        CHECK((our_token == NULL) == (their_token == NULL), "%d", round);
        char narrow[16] = {0}, our_bytes[16] = {0}, their_bytes[16] = {0};
        for (size_t i = 0; a[i] != 0; i++) {
            narrow[i] = (char)a[i];
        }
        const char *our_from = narrow, *their_from = narrow;
        const W *our_wide = a, *their_wide = a;
        mbstate_t state = {0};
        size_t limit = below(9);
        int counted = below(4) == 0;
        CHECK(pl_mbsnrtowcs(counted ? NULL : ours, &our_from, limit, count, NULL) == mbsnrtowcs(counted ? NULL : theirs, &their_from, limit, count, &state) && our_from == their_from, "%d", round);
        our_from = their_from = narrow;
        memset(&state, 0, sizeof state);
        CHECK(pl_mbsrtowcs(counted ? NULL : ours, &our_from, count, NULL) == mbsrtowcs(counted ? NULL : theirs, &their_from, count, &state) && our_from == their_from, "%d", round);
        memset(&state, 0, sizeof state);
        CHECK(pl_wcsnrtombs(counted ? NULL : our_bytes, &our_wide, limit, count, NULL) == wcsnrtombs(counted ? NULL : their_bytes, &their_wide, limit, count, &state) && our_wide == their_wide, "%d", round);
        our_wide = their_wide = a;
        memset(&state, 0, sizeof state);
        CHECK(pl_wcsrtombs(counted ? NULL : our_bytes, &our_wide, count, NULL) == wcsrtombs(counted ? NULL : their_bytes, &their_wide, count, &state) && our_wide == their_wide, "%d", round);
        CHECK(memcmp(our_bytes, their_bytes, sizeof our_bytes) == 0, "%d", round);
        CHECK(sign(pl_strcoll_l(narrow, our_bytes, our_locale)) == sign(strcoll_l(narrow, our_bytes, c_locale)), "%d", round);
        CHECK(sign(pl_strcasecmp_l(narrow, our_bytes, our_locale)) == sign(strcasecmp_l(narrow, our_bytes, c_locale)), "%d", round);
        CHECK(sign(pl_strncasecmp_l(narrow, our_bytes, count, our_locale)) == sign(strncasecmp_l(narrow, our_bytes, count, c_locale)), "%d", round);
        CHECK(pl_strxfrm_l(our_bytes, narrow, 16, our_locale) == strxfrm_l(their_bytes, narrow, 16, c_locale) && !strcmp(our_bytes, their_bytes), "%d", round);
    }
}

#define NUMBERS(X) X(long, wcstol) X(long long, wcstoll) X(unsigned long, wcstoul) X(unsigned long long, wcstoull)
#define FLOATS(X) X(double, wcstod) X(float, wcstof) X(long double, wcstold)
#define X(type, name) type pl_##name(const W *, W **, int), pl_##name##_l(const W *, W **, int, locale_t);
NUMBERS(X)
#undef X
#define X(type, name) type pl_##name(const W *, W **), pl_##name##_l(const W *, W **, locale_t);
FLOATS(X)
#undef X
long pl_wcstoimax(const W *, W **, int);
unsigned long pl_wcstoumax(const W *, W **, int);
intmax_t wcstoimax(const W *, W **, int);
uintmax_t wcstoumax(const W *, W **, int);
long pl_strtol_l(const char *, char **, int, locale_t), pl_strtoll_l(const char *, char **, int, locale_t);
unsigned long pl_strtoul_l(const char *, char **, int, locale_t), pl_strtoull_l(const char *, char **, int, locale_t);
double pl_strtod_l(const char *, char **, locale_t);
float pl_strtof_l(const char *, char **, locale_t);
long double pl_strtold_l(const char *, char **, locale_t);

static void numbers(void) {
    for (int round = 0; round < 5000; round++) {
        W text[24], *our_end, *their_end;
        char bytes[24] = {0}, *our_byte, *their_byte;
        size_t length = below(23);
        for (size_t i = 0; i <= length; i++) {
            text[i] = i == length ? 0 : L"0123456789-+ xXfF.eE\u00e9"[below(below(4) ? 10 : 21)];
            bytes[i] = text[i] < 128 ? (char)text[i] : '?';
        }
        int base = (int)below(38) - (int)below(3);
#define X(type, name)                                                                                                  \
    {                                                                                                                  \
        our_end = their_end = NULL;                                                                                    \
        errno = 0;                                                                                                     \
        type ours = below(2) ? pl_##name(text, &our_end, base) : pl_##name##_l(text, &our_end, base, our_locale);      \
        int error = errno;                                                                                             \
        errno = 0;                                                                                                     \
        type theirs = name(text, &their_end, base);                                                                    \
        CHECK(ours == theirs && our_end == their_end && error == errno, #name " %ls base %d", text, base);             \
    }
        NUMBERS(X)
#undef X
#define X(type, name)                                                                                                  \
    {                                                                                                                  \
        type ours = below(2) ? pl_##name(text, &our_end) : pl_##name##_l(text, &our_end, our_locale);                  \
        type theirs = name(text, &their_end);                                                                          \
        CHECK(ours == theirs && our_end == their_end, #name " %ls", text);                                             \
    }
        FLOATS(X)
#undef X
        CHECK(pl_wcstoimax(text, &our_end, 10) == wcstoimax(text, &their_end, 10) && our_end == their_end, "%ls", text);
        CHECK(pl_wcstoumax(text, &our_end, 10) == wcstoumax(text, &their_end, 10) && our_end == their_end, "%ls", text);
        CHECK(pl_strtol_l(bytes, &our_byte, 10, our_locale) == strtol(bytes, &their_byte, 10) && our_byte == their_byte, "%s", bytes);
        CHECK(pl_strtoll_l(bytes, &our_byte, 16, our_locale) == strtoll(bytes, &their_byte, 16) && our_byte == their_byte, "%s", bytes);
        CHECK(pl_strtoul_l(bytes, &our_byte, 0, our_locale) == strtoul(bytes, &their_byte, 0) && our_byte == their_byte, "%s", bytes);
        CHECK(pl_strtoull_l(bytes, &our_byte, 8, our_locale) == strtoull(bytes, &their_byte, 8) && our_byte == their_byte, "%s", bytes);
        CHECK(pl_strtod_l(bytes, &our_byte, our_locale) == strtod(bytes, &their_byte) && our_byte == their_byte, "%s", bytes);
        CHECK(pl_strtof_l(bytes, &our_byte, our_locale) == strtof(bytes, &their_byte) && our_byte == their_byte, "%s", bytes);
        CHECK(pl_strtold_l(bytes, &our_byte, our_locale) == strtold(bytes, &their_byte) && our_byte == their_byte, "%s", bytes);
    }
}

#define CLASSES(X) X(alnum) X(alpha) X(blank) X(cntrl) X(digit) X(graph) X(lower) X(print) X(punct) X(space) X(upper) X(xdigit)
#define X(name) int pl_is##name##_l(int, locale_t), pl_isw##name##_l(wint_t, locale_t);
CLASSES(X)
#undef X
int pl_tolower_l(int, locale_t), pl_toupper_l(int, locale_t);
/* Their names, as the list of what is compared has them: pl_isalnum_l pl_isalpha_l pl_isblank_l pl_iscntrl_l pl_isdigit_l pl_isgraph_l
 * pl_islower_l pl_isprint_l pl_ispunct_l pl_isspace_l pl_isupper_l pl_isxdigit_l pl_iswalnum_l pl_iswalpha_l pl_iswblank_l pl_iswcntrl_l
 * pl_iswdigit_l pl_iswgraph_l pl_iswlower_l pl_iswprint_l pl_iswpunct_l pl_iswspace_l pl_iswupper_l pl_iswxdigit_l, and pl_wcstol_l
 * pl_wcstoll_l pl_wcstoul_l pl_wcstoull_l pl_wcstod_l pl_wcstof_l pl_wcstold_l without their suffixes pl_wcstol pl_wcstoll pl_wcstoul
 * pl_wcstoull pl_wcstod pl_wcstof pl_wcstold. */

static void characters(void) {
    for (int c = -1; c < 300; c++) {
#define X(name)                                                                                                        \
    CHECK(c > 255 || !pl_is##name##_l(c, our_locale) == !is##name##_l(c, c_locale), #name "_l %d", c);                 \
    CHECK(!pl_isw##name##_l((wint_t)c, our_locale) == !isw##name##_l((wint_t)c, c_locale), "isw" #name "_l %d", c);    \
    CHECK(!pl_iswctype((wint_t)c, pl_wctype(#name)) == !iswctype((wint_t)c, wctype(#name)), "wctype " #name " %d", c); \
    CHECK(!pl_iswctype_l((wint_t)c, pl_wctype_l(#name, our_locale), our_locale) == !iswctype((wint_t)c, wctype(#name)), #name);
        CLASSES(X)
#undef X
        CHECK(c > 255 || (pl_tolower_l(c, our_locale) == tolower_l(c, c_locale) && pl_toupper_l(c, our_locale) == toupper_l(c, c_locale)), "%d", c);
        CHECK(c > 255 || (pl___tolower_l(c, our_locale) == tolower(c) && pl___toupper_l(c, our_locale) == toupper(c)), "%d", c);
        CHECK(pl_towlower_l((wint_t)c, our_locale) == towlower((wint_t)c) && pl_towupper_l((wint_t)c, our_locale) == towupper((wint_t)c), "%d", c);
        CHECK(pl_towctrans((wint_t)c, pl_wctrans("toupper")) == towctrans((wint_t)c, wctrans("toupper")), "%d", c);
        CHECK(pl_towctrans_l((wint_t)c, pl_wctrans_l("tolower", our_locale), our_locale) == towctrans((wint_t)c, wctrans("tolower")), "%d", c);
        CHECK(pl_wcwidth((W)c) == wcwidth((W)c), "%d", c);
    }
    CHECK(pl_wctype("none") == 0 && pl_wctrans("none") == 0 && pl_iswctype('a', 0) == 0, "no class");
}

static int same_text(const char *a, const char *b) {
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static void locales(void) {
    static const struct {
        int first, count;
    } items[] = {{CODESET, 1}, {RADIXCHAR, 2}, {ABDAY_1, 44}, {ERA, 1}, {CRNCYSTR, 1}, {YESEXPR, 2}};
    for (size_t i = 0; i < sizeof items / sizeof *items; i++) {
        for (int item = items[i].first; item < items[i].first + items[i].count; item++) {
            CHECK(same_text(pl_nl_langinfo(item), nl_langinfo(item)), "%x: %s %s", item, pl_nl_langinfo(item), nl_langinfo(item));
            CHECK(same_text(pl_nl_langinfo_l(item, our_locale), nl_langinfo_l(item, c_locale)), "%x", item);
        }
    }
    CHECK(pl_newlocale(LC_ALL_MASK, "none_NONE", NULL) == NULL && errno == ENOENT, "not there");
    CHECK(pl_newlocale(1 << 20, "C", NULL) == NULL && errno == EINVAL && pl_newlocale(LC_ALL_MASK, NULL, NULL) == NULL, "not valid");
    CHECK(pl_uselocale(NULL) == LC_GLOBAL_LOCALE && pl_uselocale(our_locale) == LC_GLOBAL_LOCALE && pl_uselocale(LC_GLOBAL_LOCALE) == our_locale, "used");
    CHECK(pl_duplocale(our_locale) != NULL && pl___ctype_get_mb_cur_max() == MB_CUR_MAX, "a copy");
    /* What the headers read in it. */
    CHECK(our_locale->__ctype_b['a'] == c_locale->__ctype_b['a'] && our_locale->__ctype_toupper['a'] == 'A', "tables");
    pl_freelocale(our_locale);
    char ours[32], theirs[32];
    struct tm day = {.tm_year = 101, .tm_mday = 9};
    CHECK(pl_strftime_l(ours, 32, "%F %A", &day, our_locale) == strftime_l(theirs, 32, "%F %A", &day, c_locale) && !strcmp(ours, theirs), "%s", ours);
    CHECK(same_text(pl_strerror_l(2, our_locale), strerror_l(2, c_locale)), "a message");
}

wint_t pl_fgetwc(FILE *), pl_getwc(FILE *), pl_fgetwc_unlocked(FILE *), pl_getwc_unlocked(FILE *), pl_getwchar(void), pl_getwchar_unlocked(void);
wint_t pl_ungetwc(wint_t, FILE *), pl_fputwc(W, FILE *), pl_putwc(W, FILE *), pl_fputwc_unlocked(W, FILE *), pl_putwc_unlocked(W, FILE *);
wint_t pl_putwchar(W), pl_putwchar_unlocked(W);
int pl_fputws(const W *, FILE *), pl_fputws_unlocked(const W *, FILE *), pl_fclose(FILE *), pl_ferror(FILE *), pl_fgetc(FILE *), pl_fseek(FILE *, long, int);
W *pl_fgetws(W *, int, FILE *), *pl_fgetws_unlocked(W *, int, FILE *), *pl___fgetws_chk(W *, size_t, int, FILE *);
W *pl___fgetws_unlocked_chk(W *, size_t, int, FILE *);
FILE *pl_tmpfile(void);
int pl___pleach_fputc(int, FILE *);

static void in_streams(void) {
    FILE *ours = pl_tmpfile(), *theirs = tmpfile();
    CHECK(pl_fputws(L"one line\nand more", ours) == fputws(L"one line\nand more", theirs), "written");
    CHECK(pl_fputwc(L'!', ours) == fputwc(L'!', theirs) && pl_putwc(L'1', ours) == putwc(L'1', theirs), "characters");
    CHECK(!pl_ferror(ours) == !ferror(theirs) && pl_fputwc_unlocked(L'2', ours) == L'2' && pl_putwc_unlocked(L'3', ours) == L'3', "more");
    fputws(L"23", theirs);
    pl_fseek(ours, 0, SEEK_SET);
    fseek(theirs, 0, SEEK_SET);
    W a[32], b[32];
    CHECK(pl_fgetws(a, 32, ours) == a && fgetws(b, 32, theirs) == b && wcscmp(a, b) == 0, "%ls %ls", a, b);
    CHECK(pl_fgetwc(ours) == fgetwc(theirs) && pl_getwc(ours) == getwc(theirs) && pl_ungetwc(L'u', ours) == L'u' && pl_fgetwc_unlocked(ours) == L'u', "read");
    CHECK(pl_getwc_unlocked(ours) == fgetwc(theirs) && pl_fgetws_unlocked(a, 4, ours) == a && fgetws(b, 4, theirs) == b && wcscmp(a, b) == 0, "%ls", a);
    CHECK(pl___fgetws_chk(a, 32, 3, ours) == a && fgetws(b, 3, theirs) == b && wcscmp(a, b) == 0, "%ls", a);
    CHECK(pl___fgetws_unlocked_chk(a, 32, 32, ours) == a && fgetws(b, 32, theirs) == b && wcscmp(a, b) == 0, "%ls %ls", a, b);
    CHECK(pl_fgetws(a, 32, ours) == NULL && fgetws(b, 32, theirs) == NULL && pl_ungetwc(WEOF, ours) == WEOF, "at the end");
    CHECK(pl_getwchar() == WEOF && pl_getwchar_unlocked() == WEOF, "standard input has ended");
    CHECK(pl_fputws_unlocked(L"", ours) == 1 && pl_putwchar != NULL && pl_putwchar_unlocked != NULL, "nothing");
    pl___pleach_fputc(0xe9, ours);
    pl_fseek(ours, -1, SEEK_CUR);
    errno = 0;
    CHECK(pl_fgetwc(ours) == WEOF && errno == EILSEQ && pl_ferror(ours), "no byte of the C locale");
    FILE *bytes = tmpfile();
    write(fileno(bytes), "\xe9", 1);
    lseek(fileno(bytes), 0, SEEK_SET);
    errno = 0;
    CHECK(fgetwc(bytes) == WEOF && errno == EILSEQ && ferror(bytes), "nor for the system");
    fclose(bytes);
    pl_fclose(ours);
    fclose(theirs);
}

void wide_forms(void) {
    c_locale = newlocale(LC_ALL_MASK, "C", NULL);
    our_locale = pl_newlocale(LC_ALL_MASK, "C", NULL);
    texts();
    numbers();
    characters();
    locales();
    in_streams();
}
