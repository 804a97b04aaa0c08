// By default a use is a warning, and the path goes on as if zeros were there.
// replay: no the native program sees other bytes
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(2 * sizeof *p);
    p[0] = 5;
    if (p[1] == 0) {
        puts("zero");
    }
    printf("%d\n", p[0] + p[1]);
    int status = p[1];
    free(p);
    return status;
}

// paths: 1
// errors: 0
// complete: yes
// warning: warned.c:9: a branch depends on uninitialised memory: memory of main, allocated at warned.c:7
// warning: warned.c:12: what is printed depends on uninitialised memory: memory of main, allocated at warned.c:7
// warning: warned.c:15: the exit status depends on uninitialised memory: memory of main, allocated at warned.c:7
