// A large array with symbolic writes in it is copied, grown and read.
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned char *a = calloc(600, 1);
    int i = pleach_range(0, 600, "i");
    a[i] = 7;
    unsigned char b[600];
    memcpy(b, a, 600);
    a = realloc(a, 900);
    memset(a + 600, 1, 300);
    int j = pleach_range(0, 600, "j");
    assert(a[j] == b[j]);
    b[j] = 8;
    assert(a[i] == 7 && a[899] == 1);
    if (b[i] == 8) {
        assert(i == j);
        free(a);
        return 1;
    }
    assert(b[i] == 7);
    free(a);
    return 0;
}

// paths: 2
