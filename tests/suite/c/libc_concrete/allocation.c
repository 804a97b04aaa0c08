// malloc, calloc, realloc, reallocarray, aligned_alloc, posix_memalign and free, with sizes of zero and sizes too large.
// cflags: -D_GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *p = malloc(10);
    strcpy(p, "contents");
    p = realloc(p, 1000);
    printf("%s %d\n", p, (int)((uintptr_t)p % 16));
    p = realloc(p, 4);
    printf("%.4s\n", p);
    free(p);
    free(NULL);
    int *zeros = calloc(25, sizeof(int));
    int sum = 0;
    for (int i = 0; i < 25; i++) {
        sum += zeros[i];
    }
    zeros = reallocarray(zeros, 50, sizeof(int));
    zeros[49] = 7;
    printf("%d %d\n", sum, zeros[49]);
    free(zeros);
    void *a = malloc(0), *b = malloc(0);
    printf("%d %d\n", a != NULL, a != b);
    free(a);
    free(b);
    int *fresh = realloc(NULL, 3 * sizeof(int));
    fresh[2] = 5;
    printf("%d\n", fresh[2]);
    free(fresh);
    void *aligned = aligned_alloc(64, 128), *also = NULL;
    printf("%d\n", (int)((uintptr_t)aligned % 64));
    int failed = posix_memalign(&also, 256, 10);
    printf("%d %d\n", failed, (int)((uintptr_t)also % 256));
    void *unused = NULL;
    printf("%d\n", posix_memalign(&unused, 24, 10) == EINVAL);
    free(aligned);
    free(also);
    errno = 0;
    volatile size_t huge = SIZE_MAX / 2 + 1;
    void *refused = calloc(huge, 4);
    printf("%d %d\n", refused == NULL, errno == ENOMEM);
    printf("%d %d\n", reallocarray(NULL, huge, 2) == NULL, malloc(huge) == NULL);
    return 0;
}
// paths: 1
