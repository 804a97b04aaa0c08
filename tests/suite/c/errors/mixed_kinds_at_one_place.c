// One load, three ways to go wrong: the kinds are told apart.
#include <pleach.h>
#include <stdlib.h>

int main(void) {
    int *freed = malloc(sizeof *freed);
    int fine = 1;
    int *past = &fine + 1;
    int *choices[4] = {&fine, NULL, freed, past};
    free(freed);
    int i = pleach_range(0, 4, "i");
    return *choices[i]; //~ error: null, out-of-bounds, use-after-free
}

// paths: 4
// errors: 3
