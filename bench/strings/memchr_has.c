// A packet must hold no zero and one end of line; where is not asked.
#include <pleach.h>
#include <string.h>

#ifndef N
#define N 32
#endif

int main(void) {
    char packet[N];
    pleach_symbolic(packet, sizeof packet, "packet");
    if (memchr(packet, '\0', N) != NULL) {
        return 1;
    }
    if (memchr(packet, '\n', N) == NULL) {
        return 2;
    }
    return memchr(packet, 0x7f, N / 2) != NULL ? 3 : 0;
}
