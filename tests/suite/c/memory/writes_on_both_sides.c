// Symbolic writes before and after a fork: the sides share what came before and nothing else.
#include <assert.h>
#include <pleach.h>

int main(void) {
    char a[300] = {0};
    int i = pleach_range(0, 300, "i"), j = pleach_range(0, 300, "j");
    a[i] = 1;
    if (j < 100) {
        a[j] = 2;
        assert(a[j] == 2);
        assert(a[i] == (i == j ? 2 : 1));
        return 2;
    }
    a[j] += 4;
    assert(a[j] == (i == j ? 5 : 4));
    return 4;
}

// paths: 2
