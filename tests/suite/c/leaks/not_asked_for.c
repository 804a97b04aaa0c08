// Without the option nothing is reported.
#include <stdlib.h>

int main(void) {
    return malloc(10) == NULL;
}

// paths: 1
