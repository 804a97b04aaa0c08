// The bytes of an int through a char pointer at a symbolic offset.
#include <assert.h>
#include <pleach.h>

int main(void) {
    unsigned value;
    pleach_symbolic(&value, sizeof value, "value");
    unsigned char *view = (unsigned char *)&value;
    int i = pleach_range(0, 4, "i");
    unsigned byte = view[i];
    assert(byte == (value >> 8 * i & 0xff));
    view[i] = 0x7f;
    assert((value >> 8 * i & 0xff) == 0x7f);
    return 0;
}

// paths: 1
