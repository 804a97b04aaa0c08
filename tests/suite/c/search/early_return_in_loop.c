// The first match ends the loop.
#include <pleach.h>

int main(void) {
    unsigned char s[6];
    pleach_symbolic(s, sizeof s, "s");
    for (int i = 0; i < 6; i++) {
        if (s[i] == 0) {
            return i;
        }
    }
    return 6;
}

// paths: 7
