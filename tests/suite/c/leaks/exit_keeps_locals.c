// Where the program calls exit, functions are still running and their variables point to things.
// run: --check-leaks
#include <pleach.h>
#include <stdlib.h>

static void leave(char *text) {
    char *own = malloc(5);
    own[0] = text[0];
    if (own[0] == 1) {
        own = NULL;
    }
    exit(0);
}

int main(void) {
    char *p = malloc(10);
    p[0] = 3;
    leave(p);
}

// paths: 1
