// A number, a unit and the rest, each found with strspn.
#include "input.h"
#include <stdlib.h>
#include <string.h>

static int quantity(const char *s) {
    s += strspn(s, " ");
    size_t digits = strspn(s, "0123456789");
    if (digits == 0) {
        return 1;
    }
    s += digits;
    size_t unit = strspn(s, "kmg");
    if (unit > 1) {
        return 2;
    }
    s += unit;
    s += strspn(s, " ");
    return *s == '\0' ? 3 : 4;
}

int main(void) {
    char *s = text();
    int result = quantity(s);
    free(s);
    return result;
}
