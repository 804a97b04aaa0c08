// No environment variable is set; rand repeats as the C library's does.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    srand(42);
    int a = rand(), b = rand();
    srand(42);
    printf("%d %d %d\n", a, b, a == rand());
    return getenv("PLEACH_NO_SUCH_VARIABLE") != NULL;
}

// paths: 1
