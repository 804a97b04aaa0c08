// Numbers and signs of a sum; the value of the sum.
#include <klee/klee.h>
#include <pleach.h>
#include <stdlib.h>

#ifndef SIZE
#define SIZE 8
#endif

// A text of less than SIZE characters on the heap.
static char *text(void) {
    static char bytes[SIZE];
    klee_make_symbolic(bytes, sizeof bytes, "bytes");
    size_t n = pleach_range(0, SIZE, "n");
    char *p = malloc(n + 1);
    if (p == NULL) {
        exit(0);
    }
    for (size_t i = 0; i < n; i++) {
        p[i] = bytes[i];
    }
    p[n] = '\0';
    return p;
}

int main(void) {
    char *s = text();
    const char *p = s;
    int sum = 0, sign = 1, wrong = 0;
    while (*p != '\0' && !wrong) {
        if (*p >= '0' && *p <= '9') {
            int value = 0;
            while (*p >= '0' && *p <= '9') {
                value = value * 10 + (*p++ - '0');
            }
            sum += sign * value;
        } else if (*p == '+') {
            sign = 1;
            p++;
        } else if (*p == '-') {
            sign = -1;
            p++;
        } else {
            wrong = 1;
        }
    }
    free(s);
    return wrong ? 255 : sum == 17 ? 1 : 0;
}
