/* Wide characters in streams. In the C locale each is one byte. A byte from 128 on cannot be read as one. glibc writes a similar
 * character for a wide one that is no byte; that is missing here. */
#include <stddef.h>

typedef unsigned wint_t;
struct stream;
extern struct stream *stdin, *stdout;

int *__errno_location(void);
int fgetc(struct stream *stream);
int __pleach_fputc(int c, struct stream *stream);
int ungetc(int c, struct stream *stream);
void __chk_fail(void);
void __pleach_unsupported(const char *what);

#define WEOF_ ((wint_t)-1)
enum { EILSEQ_ = 84, FAILED = 0x20 };

/* The first word of a stream has glibc's bits. */
static wint_t refuse(struct stream *stream) {
    *(int *)stream |= FAILED;
    *__errno_location() = EILSEQ_;
    return WEOF_;
}

wint_t fgetwc(struct stream *stream) {
    int c = fgetc(stream);
    return c < 0 ? WEOF_ : c < 128 ? (wint_t)c : refuse(stream);
}

wint_t getwc(struct stream *stream) {
    return fgetwc(stream);
}

wint_t fgetwc_unlocked(struct stream *stream) {
    return fgetwc(stream);
}

wint_t getwc_unlocked(struct stream *stream) {
    return fgetwc(stream);
}

wint_t getwchar(void) {
    return fgetwc(stdin);
}

wint_t getwchar_unlocked(void) {
    return fgetwc(stdin);
}

wint_t ungetwc(wint_t c, struct stream *stream) {
    return c >= 128 ? WEOF_ : ungetc((int)c, stream) < 0 ? WEOF_ : c;
}

wint_t fputwc(wchar_t c, struct stream *stream) {
    if ((unsigned)c >= 128) {
        __pleach_unsupported("writing a wide character that is not of ASCII");
    }
    return __pleach_fputc((int)c, stream) < 0 ? WEOF_ : (wint_t)c;
}

wint_t putwc(wchar_t c, struct stream *stream) {
    return fputwc(c, stream);
}

wint_t fputwc_unlocked(wchar_t c, struct stream *stream) {
    return fputwc(c, stream);
}

wint_t putwc_unlocked(wchar_t c, struct stream *stream) {
    return fputwc(c, stream);
}

wint_t putwchar(wchar_t c) {
    return fputwc(c, stdout);
}

wint_t putwchar_unlocked(wchar_t c) {
    return fputwc(c, stdout);
}

int fputws(const wchar_t *restrict s, struct stream *restrict stream) {
    for (; *s != 0; s++) {
        if (fputwc(*s, stream) == WEOF_) {
            return -1;
        }
    }
    return 1;
}

int fputws_unlocked(const wchar_t *restrict s, struct stream *restrict stream) {
    return fputws(s, stream);
}

wchar_t *fgetws(wchar_t *restrict to, int size, struct stream *restrict stream) {
    if (size <= 0) {
        return NULL;
    }
    int count = 0, *flags = (int *)stream, before = *flags & FAILED;
    *flags &= ~FAILED;
    while (count < size - 1) {
        wint_t c = fgetwc(stream);
        if (c == WEOF_) {
            break;
        }
        to[count++] = (wchar_t)c;
        if (c == '\n') {
            break;
        }
    }
    int failed = *flags & FAILED;
    *flags |= before;
    if (failed || (count == 0 && size > 1)) {
        return NULL;
    }
    to[count] = 0;
    return to;
}

wchar_t *fgetws_unlocked(wchar_t *restrict to, int size, struct stream *restrict stream) {
    return fgetws(to, size, stream);
}

wchar_t *__fgetws_chk(wchar_t *restrict to, size_t room, int size, struct stream *restrict stream) {
    if (size > 0 && (size_t)size > room) {
        __chk_fail();
    }
    return fgetws(to, size, stream);
}

wchar_t *__fgetws_unlocked_chk(wchar_t *restrict to, size_t room, int size, struct stream *restrict stream) {
    return __fgetws_chk(to, room, size, stream);
}
