/* Compares formatted input with the system's, on formats and texts put together from pieces. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "compare.h"

FILE *pl_tmpfile(void);
int pl_fclose(FILE *), pl_feof(FILE *), pl_fseek(FILE *, long, int);
long pl_ftell(FILE *);
int pl___pleach_fputs(const char *, FILE *);
int pl_scanf(const char *, ...), pl_fscanf(FILE *, const char *, ...), pl_sscanf(const char *, const char *, ...);
int pl_vscanf(const char *, va_list), pl_vfscanf(FILE *, const char *, va_list), pl_vsscanf(const char *, const char *, va_list);
int pl___isoc99_scanf(const char *, ...), pl___isoc99_fscanf(FILE *, const char *, ...);
int pl___isoc99_sscanf(const char *, const char *, ...), pl___isoc99_vscanf(const char *, va_list);
int pl___isoc99_vfscanf(FILE *, const char *, va_list), pl___isoc99_vsscanf(const char *, const char *, va_list);
int pl___isoc23_scanf(const char *, ...), pl___isoc23_fscanf(FILE *, const char *, ...);
int pl___isoc23_sscanf(const char *, const char *, ...), pl___isoc23_vscanf(const char *, va_list);
int pl___isoc23_vfscanf(FILE *, const char *, va_list), pl___isoc23_vsscanf(const char *, const char *, va_list);

static int (*const from_text[])(const char *, const char *, ...) = {pl_sscanf, pl___isoc99_sscanf, pl___isoc23_sscanf};
static int (*const from_stream[])(FILE *, const char *, ...) = {pl_fscanf, pl___isoc99_fscanf, pl___isoc23_fscanf};

enum { MOST = 4, ROOM = 640 };

static const char *const conversions[] = {
    "%d",  "%i",  "%u",   "%x",   "%X",    "%o",  "%p",   "%hhd", "%hu",    "%ld",   "%lli",     "%zu",  "%jx",  "%td", "%n",
    "%hhn", "%c", "%3c",  "%s",   "%5s",   "%[abc]", "%[^,]", "%2[0-9]", "%[]x]", "%[^]]", "%[a-c-9]", "%[-a]", "%3d", "%1i", "%2i",
    "%3x", "%4i", "%*d",  "%*s",  "%*c",   "%%",  "%f",   "%lf",  "%Lf",    "%5f",   "%le",      "%3lg", "%a",   "%*f", "%2s", "%*[ab]",
    "%0d", "%Ld", "%qd", "%q", "%[a", "%5p", "%lc", "%3lc", "%ls", "%5ls", "%l[abc]", "%C", "%S", "%*lc",
};
static const char *const pieces[] = {
    "0", "1", "42", "-7", "+3", "0x1f", "0X", "0x", "077", "08", "99999999999999999999", "-9223372036854775808", "18446744073709551615",
    "2147483648", "a", "abc", "xyz", ",", " ", "\t", "\n", "%", "-", "+", ".", "1.5", "2e3", "-.5e-2", "1e", "1e+", "inf", "-Infinity", "infi",
    "nan", "NaN", "na", "0x1.8p3", "0x.p", "(nil)", "(ni", "]", "9", "\xff", "00012", "1e400", "ff", ".e5", "-0", "000000000000000000000017",
};

static const char *any(const char *const *all, size_t count) {
    return all[below((unsigned)count)];
}

static void compare(const char *format, const char *text) {
    static char mine[MOST][ROOM], theirs[MOST][ROOM];
    memset(mine, 0x55, sizeof mine);
    memset(theirs, 0x55, sizeof theirs);
    errno = 0;
    int got = from_text[below(3)](text, format, mine[0], mine[1], mine[2], mine[3]);
    int error = errno;
    errno = 0;
    int expected = sscanf(text, format, theirs[0], theirs[1], theirs[2], theirs[3]);
    CHECK(got == expected && error == errno, "'%s' '%s': %d %d, not %d %d", text, format, got, error, expected, errno);
    for (int i = 0; i < MOST; i++) {
        CHECK(memcmp(mine[i], theirs[i], ROOM) == 0, "'%s' '%s' argument %d", text, format, i);
    }
    FILE *a = pl_tmpfile(), *b = fmemopen((void *)text, strlen(text), "r");
    if (b != NULL) {
        pl___pleach_fputs(text, a);
        pl_fseek(a, 0, 0);
        got = from_stream[below(3)](a, format, mine[0], mine[1], mine[2], mine[3]);
        expected = fscanf(b, format, theirs[0], theirs[1], theirs[2], theirs[3]);
        CHECK(got == expected, "'%s' '%s': %d, not %d", text, format, got, expected);
        CHECK(pl_ftell(a) == ftell(b) && !pl_feof(a) == !feof(b), "'%s' '%s': %ld %d, not %ld %d", text, format, pl_ftell(a),
              pl_feof(a), ftell(b), feof(b));
        CHECK(memcmp(mine, theirs, sizeof mine) == 0, "'%s' '%s'", text, format);
        fclose(b);
    }
    pl_fclose(a);
}

int pl_wscanf(const wchar_t *, ...), pl_fwscanf(FILE *, const wchar_t *, ...), pl_swscanf(const wchar_t *, const wchar_t *, ...);
int pl___isoc99_wscanf(const wchar_t *, ...), pl___isoc99_fwscanf(FILE *, const wchar_t *, ...);
int pl___isoc99_swscanf(const wchar_t *, const wchar_t *, ...), pl_vwscanf(const wchar_t *, va_list), pl___isoc99_vwscanf(const wchar_t *, va_list);
int pl_vfwscanf(FILE *, const wchar_t *, va_list), pl___isoc99_vfwscanf(FILE *, const wchar_t *, va_list);
int pl_vswscanf(const wchar_t *, const wchar_t *, va_list), pl___isoc99_vswscanf(const wchar_t *, const wchar_t *, va_list);

/* The same with wide formats and texts, as far as these are ASCII. */
static void compare_wide(const char *format, const char *text) {
    static char mine[MOST][ROOM], theirs[MOST][ROOM];
    wchar_t wide_format[64], wide_text[200];
    for (size_t i = 0; i <= strlen(format); i++) {
        wide_format[i] = (unsigned char)format[i];
    }
    for (size_t i = 0; i <= strlen(text); i++) {
        wide_text[i] = (unsigned char)text[i];
    }
    memset(mine, 0x55, sizeof mine);
    memset(theirs, 0x55, sizeof theirs);
    int got = (below(2) ? pl_swscanf : pl___isoc99_swscanf)(wide_text, wide_format, mine[0], mine[1], mine[2], mine[3]);
    int expected = swscanf(wide_text, wide_format, theirs[0], theirs[1], theirs[2], theirs[3]);
    const char *a = mine[0], *b = theirs[0];
    for (size_t i = 1; i < sizeof mine; i++) {
        /* The system writes one terminator too many. */
        if (b[i] == 0 && b[i - 1] == 0 && a[i - 1] == 0) {
            mine[i / ROOM][i % ROOM] = 0;
        }
    }
    CHECK(got == expected && memcmp(mine, theirs, sizeof mine) == 0, "'%s' '%s': %d, not %d", text, format, got, expected);
}

/* A function that passes a list on. */
static int listed_wide(int which, FILE *stream, const wchar_t *text, const wchar_t *format, ...) {
    va_list list;
    va_start(list, format);
    int result = which == 0   ? pl_vswscanf(text, format, list)
                 : which == 1 ? pl___isoc99_vswscanf(text, format, list)
                 : which == 2 ? pl_vfwscanf(stream, format, list)
                 : which == 3 ? pl___isoc99_vfwscanf(stream, format, list)
                 : which == 4 ? pl_vwscanf(format, list)
                              : pl___isoc99_vwscanf(format, list);
    va_end(list);
    return result;
}

static void compare_allocated_wide(const char *text) {
    static const char *const formats[] = {"%mls", "%ml[abc]", "%2mS", "%*d%mls"};
    const char *format = any(formats, 4);
    wchar_t *mine = NULL, *theirs = NULL;
    int got = from_text[below(3)](text, format, &mine);
    CHECK(got == sscanf(text, format, &theirs) && (got != 1 || wcscmp(mine, theirs) == 0), "'%s' '%s'", text, format);
    if (got == 1) {
        free(mine);
        free(theirs);
    }
}

static void compare_allocated(const char *text) {
    static const char *const formats[] = {"%ms", "%m[abc]", "%2ms", "%*d%ms"};
    const char *format = any(formats, 4);
    char *mine = NULL, *theirs = NULL;
    int got = from_text[below(3)](text, format, &mine);
    CHECK(got == sscanf(text, format, &theirs) && (got != 1 || strcmp(mine, theirs) == 0), "'%s' '%s'", text, format);
    free(mine);
    free(theirs);
}

/* A function that passes a list on. */
static int listed(int which, FILE *stream, const char *text, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int result = which == 0   ? pl_vsscanf(text, format, list)
                 : which == 1 ? pl___isoc99_vsscanf(text, format, list)
                 : which == 2 ? pl___isoc23_vsscanf(text, format, list)
                 : which == 3 ? pl_vfscanf(stream, format, list)
                 : which == 4 ? pl___isoc99_vfscanf(stream, format, list)
                 : which == 5 ? pl___isoc23_vfscanf(stream, format, list)
                 : which == 6 ? pl_vscanf(format, list)
                 : which == 7 ? pl___isoc99_vscanf(format, list)
                              : pl___isoc23_vscanf(format, list);
    va_end(list);
    return result;
}

void formatted_input(void) {
    for (int round = 0; round < 150000; round++) {
        char format[64] = "", text[200] = "";
        int count = 1 + (int)below(MOST), numbered = below(6) == 0, positions[MOST] = {1, 2, 3, 4};
        for (int i = 0; i < MOST; i++) {
            int other = (int)below(MOST), position = positions[i];
            positions[i] = positions[other];
            positions[other] = position;
        }
        for (int i = 0; i < count; i++) {
            if (below(4) == 0) {
                static const char *const literals[] = {" ", ",", "a", "x", "\n", "0"};
                strcat(format, any(literals, 6));
            }
            const char *conversion = any(conversions, sizeof conversions / sizeof *conversions);
            if (numbered && conversion[1] != '%' && conversion[1] != '*') {
                sprintf(format + strlen(format), "%%%d$%s", positions[i], conversion + 1);
            } else {
                strcat(format, conversion);
            }
        }
        for (unsigned i = below(8); i > 0; i--) {
            strcat(text, any(pieces, sizeof pieces / sizeof *pieces));
        }
        compare(format, text);
        compare_allocated(text);
        compare_allocated_wide(text);
        if (strchr(text, '\xff') == NULL) {
            compare_wide(format, text);
        }
    }
    for (int which = 0; which < 9; which++) {
        FILE *stream = pl_tmpfile();
        pl___pleach_fputs("12 ab", stream);
        pl_fseek(stream, 0, 0);
        int number = 0;
        char word[8] = "";
        int expected = which < 6 ? 2 : EOF;
        CHECK(listed(which, stream, "12 ab", "%d%7s", &number, word) == expected, "%d", which);
        CHECK(which >= 6 || (number == 12 && strcmp(word, "ab") == 0), "%d: %d %s", which, number, word);
        pl_fclose(stream);
    }
    for (int which = 0; which < 8; which++) {
        FILE *stream = pl_tmpfile();
        pl___pleach_fputs("12 ab", stream);
        pl_fseek(stream, 0, 0);
        int number = 0;
        char word[8] = "";
        int expected = which < 4 || which > 5 ? 2 : EOF;
        int got = which == 6   ? pl_fwscanf(stream, L"%d%7s", &number, word)
                  : which == 7 ? pl___isoc99_fwscanf(stream, L"%d%7s", &number, word)
                               : listed_wide(which, stream, L"12 ab", L"%d%7s", &number, word);
        CHECK(got == expected && (expected != 2 || (number == 12 && strcmp(word, "ab") == 0)), "%d: %d %s", which, number, word);
        pl_fclose(stream);
    }
    CHECK(pl_wscanf(L"%*d") == EOF && pl___isoc99_wscanf(L"a") == EOF, "the end of the input");
    /* Standard input has been read to its end. */
    CHECK(pl_scanf(" ") == 0 && pl___isoc99_scanf("%*d") == EOF && pl___isoc23_scanf("a") == EOF, "the end of the input");
}
