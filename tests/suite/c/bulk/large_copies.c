// Fills and copies of many bytes share what they can, and what is written afterwards is seen in one place only.
// run: --max-memory 400M
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

#define MUCH (64UL << 20)

int main(void) {
    unsigned char *a = malloc(MUCH), *b = malloc(MUCH), *c = malloc(MUCH + 1);
    memset(a, 0x5a, MUCH);
    a[MUCH / 2] = 1;
    memcpy(b, a, MUCH);
    memcpy(c + 1, b, MUCH);
    memmove(a + 3, a, MUCH - 3);
    b[MUCH / 2] = 2;
    unsigned char x = pleach_range(0, 3, "x");
    memset(b + 100, x, MUCH / 4);
    memmove(b + 200, b, MUCH / 4 + 100);
    assert(a[MUCH / 2] == 0x5a && a[MUCH / 2 + 3] == 1);
    assert(c[MUCH / 2 + 1] == 1 && c[1] == 0x5a);
    assert(b[299] == 0x5a && b[MUCH / 2] == 2 && b[MUCH / 4 + 299] == x && b[MUCH / 4 + 300] == 0x5a);
    assert(memcmp(a + 4096, c + 1, MUCH / 4) == 0);
    if (b[5000] == 2) {
        b[5000] = 7;
        assert(b[5001] == 2 && b[4999] == 2); //~ reach
    } else {
        assert(b[5000] < 2); //~ reach
    }
    c[MUCH] = 0;
    assert(strlen((char *)c + 1) == MUCH - 1);
    return 0;
}

// paths: 2
