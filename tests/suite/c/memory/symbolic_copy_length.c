// A copy of unknown length: one term for each byte, and what lies behind it keeps its value.
#include <assert.h>
#include <pleach.h>
#include <string.h>

int main(void) {
    char from[5] = "wxyz";
    char to[5] = "abcd";
    size_t n = pleach_range(0, 5, "n");
    size_t k = pleach_range(0, 5, "k");
    memcpy(to, from, n);
    assert(to[k] == (k < n ? from[k] : "abcd"[k]));
    return (int)n;
}

// paths: 2
