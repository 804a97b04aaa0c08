// The memory that symbolic arguments lie in is not the program's to free.
// run: --check-leaks --sym-args 0 1 1
#include <stdlib.h>

int main(int argc, char **argv) {
    char *copy = malloc(2); //~ error: leak
    if (argc > 1 && argv[1][0] == 'k') {
        free(copy);
    }
    return 0;
}

// paths: 3
// errors: 2
