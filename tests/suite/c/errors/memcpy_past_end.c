// memcpy of a symbolic number of bytes overruns its target; the path forks over the numbers.
#include <pleach.h>
#include <string.h>

int main(void) {
    char from[8] = "abcdefg";
    char to[4];
    unsigned n = pleach_range(3, 6, "n");
    memcpy(to, from, n); //~ error: out-of-bounds
    return to[0] != 'a';
}

// paths: 2
// errors: 1
