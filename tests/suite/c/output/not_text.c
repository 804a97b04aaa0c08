// Bytes that are no text, zeros among them.
#include <pleach.h>
#include <stdio.h>

int main(void) {
    unsigned char bytes[4] = {0xff, 0, 0x80, 0};
    bytes[3] = (unsigned char)pleach_range(0, 256, "b");
    fwrite(bytes, 1, sizeof bytes, stdout);
    putchar(0);
    return bytes[3] > 200;
}

// paths: 1
