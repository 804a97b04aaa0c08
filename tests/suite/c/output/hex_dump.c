// Bytes in hexadecimal, as a program would dump them.
#include <pleach.h>
#include <stdio.h>

int main(void) {
    unsigned char bytes[6];
    pleach_symbolic(bytes, sizeof bytes, "bytes");
    for (int i = 0; i < 6; i++) {
        printf("%02x%c", bytes[i], i == 5 ? '\n' : ' ');
    }
    if (bytes[0] == 0x7f && bytes[1] == 'E') {
        printf("elf\n");
    }
    return 0;
}

// paths: 3
