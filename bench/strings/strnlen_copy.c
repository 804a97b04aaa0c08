// A field that may have no end is copied and ended; the copy is looked at.
#include <pleach.h>
#include <string.h>

#ifndef N
#define N 64
#endif

int main(void) {
    char field[N], copy[N + 1];
    pleach_symbolic(field, sizeof field, "field");
    size_t length = strnlen(field, N);
    memcpy(copy, field, length);
    copy[length] = '\0';
    if (length > 0 && copy[length - 1] == '/') {
        copy[--length] = '\0';
    }
    for (size_t i = 0; i < length; i++) {
        pleach_assert(copy[i] != '\0');
    }
    return (int)length;
}
