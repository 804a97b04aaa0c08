// One input in a few million takes the branch; the search prefers new lines.
// run: --search coverage
#include <assert.h>
#include <pleach.h>

int main(void) {
    unsigned char key[4];
    pleach_symbolic(key, sizeof key, "key");
    if (key[0] == 'f') {
        if (key[1] == 'u') {
            if (key[2] == 'z') {
                assert(key[3] != 'z'); //~ error: assert
            }
        }
    }
    return 0;
}

// paths: 5
// errors: 1
