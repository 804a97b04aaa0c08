// The first bytes of a file say what it is.
#include <pleach.h>
#include <string.h>

#ifndef N
#define N 16
#endif

int main(void) {
    unsigned char file[N];
    pleach_symbolic(file, sizeof file, "file");
    if (memcmp(file, "\x89PNG\r\n\x1a\n", 8) == 0) {
        return 1;
    }
    if (memcmp(file, "GIF87a", 6) == 0 || memcmp(file, "GIF89a", 6) == 0) {
        return 2;
    }
    if (memcmp(file, "\x7f" "ELF", 4) == 0) {
        return file[4] == 2 ? 3 : 4;
    }
    return memcmp(file, "PK\3\4", 4) == 0 ? 5 : 0;
}
