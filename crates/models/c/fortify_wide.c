/* The checking variants for wide characters. Sizes count wide characters. */
#include <stddef.h>

size_t wcslen(const wchar_t *s);
size_t wcsnlen(const wchar_t *s, size_t limit);
wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t count);
wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t count);
wchar_t *wmemset(wchar_t *to, wchar_t c, size_t count);
wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t limit);
wchar_t *wcpncpy(wchar_t *to, const wchar_t *from, size_t limit);
size_t mbstowcs(wchar_t *to, const char *from, size_t count);
size_t wcstombs(char *to, const wchar_t *from, size_t count);
size_t mbsrtowcs(wchar_t *to, const char **from, size_t count, void *state);
size_t wcsrtombs(char *to, const wchar_t **from, size_t count, void *state);
size_t mbsnrtowcs(wchar_t *to, const char **from, size_t limit, size_t count, void *state);
size_t wcsnrtombs(char *to, const wchar_t **from, size_t limit, size_t count, void *state);
size_t wcrtomb(char *to, wchar_t c, void *state);
int wctomb(char *to, wchar_t c);
void __chk_fail(void);

static void needs(size_t count, size_t room) {
    if (count > room) {
        __chk_fail();
    }
}

wchar_t *__wmemcpy_chk(wchar_t *to, const wchar_t *from, size_t count, size_t room) {
    needs(count, room);
    return wmemcpy(to, from, count);
}

wchar_t *__wmempcpy_chk(wchar_t *to, const wchar_t *from, size_t count, size_t room) {
    needs(count, room);
    return wmemcpy(to, from, count) + count;
}

wchar_t *__wmemmove_chk(wchar_t *to, const wchar_t *from, size_t count, size_t room) {
    needs(count, room);
    return wmemmove(to, from, count);
}

wchar_t *__wmemset_chk(wchar_t *to, wchar_t c, size_t count, size_t room) {
    needs(count, room);
    return wmemset(to, c, count);
}

wchar_t *__wcpcpy_chk(wchar_t *to, const wchar_t *from, size_t room) {
    size_t length = wcslen(from);
    needs(length + 1, room);
    return wmemcpy(to, from, length + 1) + length;
}

wchar_t *__wcscpy_chk(wchar_t *to, const wchar_t *from, size_t room) {
    __wcpcpy_chk(to, from, room);
    return to;
}

wchar_t *__wcsncpy_chk(wchar_t *to, const wchar_t *from, size_t limit, size_t room) {
    needs(limit, room);
    return wcsncpy(to, from, limit);
}

wchar_t *__wcpncpy_chk(wchar_t *to, const wchar_t *from, size_t limit, size_t room) {
    needs(limit, room);
    return wcpncpy(to, from, limit);
}

wchar_t *__wcsncat_chk(wchar_t *to, const wchar_t *from, size_t limit, size_t room) {
    size_t used = wcslen(to), length = wcsnlen(from, limit);
    needs(used + length + 1, room);
    wmemcpy(to + used, from, length);
    to[used + length] = 0;
    return to;
}

wchar_t *__wcscat_chk(wchar_t *to, const wchar_t *from, size_t room) {
    return __wcsncat_chk(to, from, (size_t)-1, room);
}

size_t __mbstowcs_chk(wchar_t *to, const char *from, size_t count, size_t room) {
    needs(count, room);
    return mbstowcs(to, from, count);
}

size_t __wcstombs_chk(char *to, const wchar_t *from, size_t count, size_t room) {
    needs(count, room);
    return wcstombs(to, from, count);
}

size_t __mbsrtowcs_chk(wchar_t *to, const char **from, size_t count, void *state, size_t room) {
    needs(count, room);
    return mbsrtowcs(to, from, count, state);
}

size_t __wcsrtombs_chk(char *to, const wchar_t **from, size_t count, void *state, size_t room) {
    needs(count, room);
    return wcsrtombs(to, from, count, state);
}

size_t __mbsnrtowcs_chk(wchar_t *to, const char **from, size_t limit, size_t count, void *state, size_t room) {
    needs(count, room);
    return mbsnrtowcs(to, from, limit, count, state);
}

size_t __wcsnrtombs_chk(char *to, const wchar_t **from, size_t limit, size_t count, void *state, size_t room) {
    needs(count, room);
    return wcsnrtombs(to, from, limit, count, state);
}

size_t __wcrtomb_chk(char *to, wchar_t c, void *state, size_t room) {
    needs(1, room);
    return wcrtomb(to, c, state);
}

int __wctomb_chk(char *to, wchar_t c, size_t room) {
    needs(1, room);
    return wctomb(to, c);
}
