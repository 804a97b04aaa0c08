// Of memory that leaks on joined paths each test tells how much is lost on its own path.
// run: --check-leaks --merge all --tests all
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    unsigned n = pleach_range(0, 4, "n");
    char *first = calloc(n, 1);                 //~ error: leak
    char *second = calloc(n > 2 ? n : 2, 1);    //~ error: leak
    return first == 0 && second == 0;
}

// paths: 3
// errors: 3
// tests: 3
