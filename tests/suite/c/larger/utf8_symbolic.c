// A decoder of UTF-8 on two symbolic bytes, strict about overlong forms; an encoder gives back what was read.
#include <pleach.h>
#include <stdint.h>

static int decode(const uint8_t *p, int n, uint32_t *out) {
    if (p[0] < 0x80) {
        *out = p[0];
        return 1;
    }
    if (p[0] < 0xC2 || p[0] > 0xF4) {
        return -1;
    }
    if (n < 2 || (p[1] & 0xC0) != 0x80) {
        return -2;
    }
    if (p[0] < 0xE0) {
        *out = (uint32_t)(p[0] & 0x1F) << 6 | (p[1] & 0x3F);
        return 2;
    }
    return -3;
}

static int encode(uint32_t c, uint8_t *p) {
    if (c < 0x80) {
        p[0] = (uint8_t)c;
        return 1;
    }
    p[0] = (uint8_t)(0xC0 | c >> 6);
    p[1] = (uint8_t)(0x80 | (c & 0x3F));
    return 2;
}

int main(void) {
    uint8_t bytes[2], back[2];
    uint32_t c;
    pleach_symbolic(bytes, sizeof bytes, "bytes");
    int used = decode(bytes, 2, &c);
    if (used < 0) {
        return -used;
    }
    pleach_assert(c < 0x800);
    int written = encode(c, back);
    pleach_assert(written == used);
    for (int i = 0; i < used; i++) {
        pleach_assert(back[i] == bytes[i]);
    }
    pleach_assert(c != 0xE9); //~ error: assert
    return 0;
}
// paths: 7
// errors: 1
