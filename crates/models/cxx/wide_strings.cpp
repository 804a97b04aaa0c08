// std::wstring, made from the headers, and the functions on wide characters that it is made of, where the C library has none.

#include <cwchar>
#include <string>

#define WEAK __attribute__((weak))

extern "C" {

WEAK size_t wcslen(const wchar_t *text) throw() {
    size_t length = 0;
    while (text[length] != 0)
        length++;
    return length;
}

WEAK wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t count) throw() {
    for (size_t i = 0; i < count; i++)
        to[i] = from[i];
    return to;
}

WEAK wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t count) throw() {
    if (to <= from)
        return wmemcpy(to, from, count);
    while (count-- > 0)
        to[count] = from[count];
    return to;
}

WEAK wchar_t *wmemset(wchar_t *to, wchar_t value, size_t count) throw() {
    for (size_t i = 0; i < count; i++)
        to[i] = value;
    return to;
}

WEAK int wmemcmp(const wchar_t *one, const wchar_t *other, size_t count) throw() {
    for (size_t i = 0; i < count; i++)
        if (one[i] != other[i])
            return one[i] < other[i] ? -1 : 1;
    return 0;
}

} // extern "C"

// C++ has two overloads of this function, C has one.
extern "C" WEAK const wchar_t *pleach_wmemchr(const wchar_t *, wchar_t, size_t) asm("wmemchr");
const wchar_t *pleach_wmemchr(const wchar_t *text, wchar_t value, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (text[i] == value)
            return text + i;
    return nullptr;
}

namespace std {
template class allocator<wchar_t>;
template class basic_string<wchar_t>;
} // namespace std
