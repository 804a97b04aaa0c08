// A bound that is larger than the target, for some bounds; strncpy fills up to it, whatever the string is.
#include <pleach.h>
#include <string.h>

int main(void) {
    char from[4], to[6];
    pleach_symbolic(from, sizeof from, "from");
    from[3] = '\0';
    size_t n = pleach_range(0, 8, "n");
    strncpy(to, from, n); //~ error: out-of-bounds
    pleach_assert(n < 7);
    from[3] = 'x';
    strncpy(to, from, n); //~ error: out-of-bounds
    return to[0];
}

// paths: 3
