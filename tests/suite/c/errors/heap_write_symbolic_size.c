// An object of n bytes is written at index n - 1 unless n is 0, where that lies before the object.
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    int n = pleach_range(0, 4, "n");
    char *text = malloc(n + 1);
    text[n] = 0;
    text[n - 1] = 'x'; //~ error: out-of-bounds
    free(text);
    return 0;
}

// paths: 2
// errors: 1
