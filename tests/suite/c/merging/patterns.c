// Paths that leave loops after different numbers of rounds are joined by that number: sums, masks and pointers are terms of
// it, what does not repeat is chosen by it, and errors are found where they are.
// run: --merge sizes --merge-terms patterns
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned char bytes[6];
    pleach_symbolic(bytes, sizeof bytes, "bytes");
    size_t n = pleach_range(0, 6, "n");
    unsigned char *s = calloc(n, 1);
    memcpy(s, bytes, n);
    unsigned sum = 0, mask = 1, odd = 0, i = 0;
    while (i < n && s[i] == 'x') {
        sum += i;
        mask <<= 1;
        odd ^= i * i % 3;
        i++;
    }
    assert(sum == i * (i - 1) / 2);
    assert(mask == 1u << i);
    assert(i <= n);
    assert((i == n) | (bytes[i] != 'x'));
    unsigned j = 0;
    while (j < i && s[j] != 'y')
        j++;
    assert(j == i);
    if (i == 4)
        assert(mask != 16); //~ error: assert
    return odd;
}
// paths: 4
// errors: 2
