// What a checking variant in a header does wrong, it does where the program calls it.
// cflags: -O1 -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

__attribute__((noinline)) static void copy(char *to, const char *from, size_t count) {
    memcpy(to, from, count); //~ error: out-of-bounds
}

__attribute__((noinline)) static void clear(char *to, size_t count) {
    memset(to, 0, count); //~ error: null
}

int main(void) {
    char text[16];
    pleach_symbolic(text, sizeof text, "text");
    char *room = calloc(4, 1);
    switch (pleach_range(0, 3, "which")) {
    case 0:
        copy(room, text, (size_t)(text[0] & 7));
        break;
    case 1:
        clear(text[0] ? room : NULL, 3);
        break;
    default:
        break;
    }
    int result = room[0] == 'x';
    free(room);
    return result;
}

// paths: any
