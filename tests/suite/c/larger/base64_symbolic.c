// Base64 of three symbolic bytes and back through tables: one path, on which the bytes come back.
#include <pleach.h>

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

int main(void) {
    unsigned char bytes[3], values[128] = {0};
    for (unsigned char i = 0; i < 64; i++) {
        values[(unsigned char)alphabet[i]] = i;
    }
    pleach_symbolic(bytes, sizeof bytes, "bytes");
    char text[4];
    unsigned bits = (unsigned)bytes[0] << 16 | (unsigned)bytes[1] << 8 | bytes[2];
    for (int i = 0; i < 4; i++) {
        text[i] = alphabet[bits >> (18 - 6 * i) & 63];
    }
    unsigned back = 0;
    for (int i = 0; i < 4; i++) {
        pleach_assert(text[i] > ' ');
        back = back << 6 | values[(unsigned char)text[i]];
    }
    pleach_assert(back == bits);
    return 0;
}
// paths: 1
