// What a program is started with is not its own to free.
// run: --sym-arg 1 --sym-env MODE=1
#include <stdlib.h>

extern char **environ;

int main(int argc, char **argv) {
    switch (argv[1][0]) {
    case 'a':
        free(argv[1]); //~ error: invalid-free
        break;
    case 'b':
        free(argv); //~ error: invalid-free
        break;
    case 'c':
        free(argv[0]); //~ error: invalid-free
        break;
    case 'd':
        free(environ[0]); //~ error: invalid-free
        break;
    case 'e':
        free(getenv("MODE")); //~ error: invalid-free
        break;
    case 'f':
        free(environ); //~ error: invalid-free
        break;
    case 'g':
        argv[1] = realloc(argv[1], 8); //~ error: invalid-free
        break;
    default:
        break;
    }
    return argc;
}

// paths: 8
