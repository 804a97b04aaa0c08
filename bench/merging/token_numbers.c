// Numbers and signs of a sum; the value of the sum.
#include "input.h"
#include <stdlib.h>

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
