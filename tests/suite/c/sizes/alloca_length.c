// alloca with a symbolic size: a copy of a text with its terminator fits, and one byte less does not.
#include <alloca.h>
#include <assert.h>
#include <pleach.h>
#include <string.h>

int main(void) {
    size_t n = pleach_range(0, 5, "n");
    int forgot = pleach_range(0, 2, "forgot");
    char *copy = alloca(n + 2 - forgot);
    memset(copy, 'x', n + 1);
    copy[n + 1] = '\0'; //~ error: out-of-bounds
    assert(!forgot);
    assert(strlen(copy) == n + 1);
    return copy[n];
}

// paths: 2
// errors: 1
