// Numbers of every width, signed and not, as the function's caller passes them.
// run: --entry mixed --arg fixed=-7 --arg nothing=null
#include <assert.h>
#include <stdbool.h>

int mixed(bool flag, signed char small, unsigned char byte, short word, unsigned short half, int number, long wide, int fixed,
          void *nothing) {
    assert(fixed == -7);
    assert(nothing == 0);
    assert(small >= -128 && small <= 127);
    assert(byte <= 255);
    if (flag && small < -100 && byte > 200)
        return 1;
    if (word < 0 && half > 60000)
        return 2;
    assert(number != 123456 || wide != -987654321987L); //~ error: assert
    return 0;
}

// paths: 22
// errors: 6
