// Whether bytes are UTF-8, without a look at the values of long forms.
#include "input.h"
#include <stdlib.h>

static int valid(const unsigned char *p, size_t n) {
    size_t i = 0;
    while (i < n) {
        size_t more;
        if (p[i] < 0x80) {
            more = 0;
        } else if (p[i] >> 5 == 6) {
            more = 1;
        } else if (p[i] >> 4 == 14) {
            more = 2;
        } else if (p[i] >> 3 == 30) {
            more = 3;
        } else {
            return 0;
        }
        if (more >= n - i) {
            return 0;
        }
        for (size_t k = 1; k <= more; k++) {
            if (p[i + k] >> 6 != 2) {
                return 0;
            }
        }
        i += more + 1;
    }
    return 1;
}

int main(void) {
    size_t n;
    unsigned char *p = buffer(&n);
    int ok = valid(p, n);
    free(p);
    return ok;
}
