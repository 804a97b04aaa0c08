// Local variables of main are gone when it returns.
// run: --check-leaks
#include <stdlib.h>

int main(void) {
    char *p = malloc(10); //~ error: leak
    p[0] = 1;
    return p[0] != 1;
}

// paths: 1
// errors: 1
