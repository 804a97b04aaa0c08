// Two long texts are compared and measured: how many bytes one expression should go over.
#include <pleach.h>
#include <string.h>

#ifndef N
#define N 1024
#endif

int main(void) {
    static char one[N], other[N];
    pleach_symbolic(one, sizeof one, "one");
    pleach_symbolic(other, sizeof other, "other");
    one[N - 1] = other[N - 1] = '\0';
    if (strlen(one) > N / 2) {
        return 1;
    }
    if (strcmp(one, other) < 0) {
        return 2;
    }
    return 3;
}
