/* <wchar.h> and <wctype.h> in the C locale: wide strings, and characters of one byte each. */
#include <stddef.h>

int *__errno_location(void);

typedef unsigned wint_t;
enum { EILSEQ_ = 84 };
#define WEOF_ ((wint_t)-1)

size_t wcslen(const wchar_t *s) {
    size_t length = 0;
    while (s[length] != 0) {
        length++;
    }
    return length;
}

size_t wcsnlen(const wchar_t *s, size_t limit) {
    size_t length = 0;
    while (length < limit && s[length] != 0) {
        length++;
    }
    return length;
}

wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count) {
    for (size_t i = 0; i < count; i++) {
        to[i] = from[i];
    }
    return to;
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t count) {
    if (to <= from) {
        return wmemcpy(to, from, count);
    }
    while (count-- > 0) {
        to[count] = from[count];
    }
    return to;
}

wchar_t *wmemset(wchar_t *to, wchar_t c, size_t count) {
    for (size_t i = 0; i < count; i++) {
        to[i] = c;
    }
    return to;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (a[i] != b[i]) {
            return a[i] < b[i] ? -1 : 1;
        }
    }
    return 0;
}

wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (s[i] == c) {
            return (wchar_t *)s + i;
        }
    }
    return NULL;
}

wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from) {
    wmemcpy(to, from, wcslen(from) + 1);
    return to;
}

wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count) {
    size_t length = wcsnlen(from, count);
    wmemcpy(to, from, length);
    wmemset(to + length, 0, count - length);
    return to;
}

wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from) {
    wcscpy(to + wcslen(to), from);
    return to;
}

wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t limit) {
    size_t used = wcslen(to), length = wcsnlen(from, limit);
    wmemcpy(to + used, from, length);
    to[used + length] = 0;
    return to;
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t limit) {
    for (size_t i = 0; i < limit; i++) {
        if (a[i] != b[i]) {
            return a[i] < b[i] ? -1 : 1;
        }
        if (a[i] == 0) {
            return 0;
        }
    }
    return 0;
}

int wcscmp(const wchar_t *a, const wchar_t *b) {
    return wcsncmp(a, b, (size_t)-1);
}

int wcscoll(const wchar_t *a, const wchar_t *b) {
    return wcscmp(a, b);
}

wchar_t *wcschr(const wchar_t *s, wchar_t c) {
    for (;; s++) {
        if (*s == c) {
            return (wchar_t *)s;
        }
        if (*s == 0) {
            return NULL;
        }
    }
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
    const wchar_t *last = NULL;
    for (;; s++) {
        if (*s == c) {
            last = s;
        }
        if (*s == 0) {
            return (wchar_t *)last;
        }
    }
}

wchar_t *wcsstr(const wchar_t *text, const wchar_t *word) {
    size_t length = wcslen(word);
    for (;; text++) {
        if (wcsncmp(text, word, length) == 0) {
            return (wchar_t *)text;
        }
        if (*text == 0) {
            return NULL;
        }
    }
}

size_t wcsspn(const wchar_t *s, const wchar_t *accepted) {
    size_t count = 0;
    while (s[count] != 0 && wcschr(accepted, s[count]) != NULL) {
        count++;
    }
    return count;
}

size_t wcscspn(const wchar_t *s, const wchar_t *rejected) {
    size_t count = 0;
    while (s[count] != 0 && wcschr(rejected, s[count]) == NULL) {
        count++;
    }
    return count;
}

wchar_t *wcspbrk(const wchar_t *s, const wchar_t *accepted) {
    s += wcscspn(s, accepted);
    return *s == 0 ? NULL : (wchar_t *)s;
}

/* Multibyte characters: each is one byte, and a byte from 128 on is not a character. */

static size_t refuse(void) {
    *__errno_location() = EILSEQ_;
    return (size_t)-1;
}

size_t mbrtowc(wchar_t *restrict to, const char *restrict s, size_t size, void *restrict state) {
    (void)state;
    if (s == NULL) {
        return 0;
    }
    if (size == 0) {
        return (size_t)-2;
    }
    unsigned char byte = (unsigned char)*s;
    if (byte >= 128) {
        return refuse();
    }
    if (to != NULL) {
        *to = byte;
    }
    return byte != 0;
}

size_t mbrlen(const char *restrict s, size_t size, void *restrict state) {
    return mbrtowc(NULL, s, size, state);
}

size_t wcrtomb(char *restrict to, wchar_t c, void *restrict state) {
    (void)state;
    if (to == NULL) {
        return 1;
    }
    if ((unsigned)c >= 128) {
        return refuse();
    }
    *to = (char)c;
    return 1;
}

int mbtowc(wchar_t *restrict to, const char *restrict s, size_t size) {
    if (s == NULL) {
        return 0;
    }
    /* As in glibc, the terminator needs no room. */
    size_t result = mbrtowc(to, s, *s == '\0' ? 1 : size, NULL);
    return result == (size_t)-2 ? -1 : (int)result;
}

int mblen(const char *s, size_t size) {
    return mbtowc(NULL, s, size);
}

int wctomb(char *to, wchar_t c) {
    return to == NULL ? 0 : (int)wcrtomb(to, c, NULL);
}

int mbsinit(const void *state) {
    (void)state;
    return 1;
}

size_t mbstowcs(wchar_t *restrict to, const char *restrict from, size_t count) {
    size_t done = 0;
    for (; to == NULL || done < count; done++) {
        unsigned char byte = (unsigned char)from[done];
        if (byte >= 128) {
            return refuse();
        }
        if (to != NULL) {
            to[done] = byte;
        }
        if (byte == 0) {
            break;
        }
    }
    return done;
}

size_t wcstombs(char *restrict to, const wchar_t *restrict from, size_t count) {
    size_t done = 0;
    for (; to == NULL || done < count; done++) {
        if ((unsigned)from[done] >= 128) {
            return refuse();
        }
        if (to != NULL) {
            to[done] = (char)from[done];
        }
        if (from[done] == 0) {
            break;
        }
    }
    return done;
}

wint_t btowc(int c) {
    return c >= 0 && c < 128 ? (wint_t)c : WEOF_;
}

int wctob(wint_t c) {
    return c < 128 ? (int)c : -1;
}

/* Classes, the same as those of bytes. A character that is no byte belongs to no class. */

#define CLASS(name, condition)                                                                                         \
    int name(wint_t c) {                                                                                               \
        return condition;                                                                                              \
    }

static int within(wint_t c, unsigned first, unsigned count) {
    return c - first < count;
}

CLASS(iswupper, within(c, 'A', 26))
CLASS(iswlower, within(c, 'a', 26))
CLASS(iswalpha, within(c | 0x20, 'a', 26))
CLASS(iswdigit, within(c, '0', 10))
CLASS(iswxdigit, within(c, '0', 10) | within(c | 0x20, 'a', 6))
CLASS(iswalnum, within(c, '0', 10) | within(c | 0x20, 'a', 26))
CLASS(iswspace, (c == ' ') | within(c, '\t', 5))
CLASS(iswblank, (c == ' ') | (c == '\t'))
CLASS(iswcntrl, (c < ' ') | (c == 127))
CLASS(iswgraph, within(c, '!', '~' - '!' + 1))
CLASS(iswprint, within(c, ' ', '~' - ' ' + 1))
CLASS(iswpunct, within(c, '!', '~' - '!' + 1) & !(within(c, '0', 10) | within(c | 0x20, 'a', 26)))

wint_t towlower(wint_t c) {
    return c + ((wint_t)within(c, 'A', 26) << 5);
}

wint_t towupper(wint_t c) {
    return c - ((wint_t)within(c, 'a', 26) << 5);
}
