// One of three pointers is freed, chosen by an input; one of them must not be.
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    char local[4];
    char *pointers[3] = {malloc(1), local, malloc(2)};
    int i = pleach_range(0, 3, "i");
    free(pointers[i]); //~ error: invalid-free
    return 0;
}

// paths: 3
// errors: 1
