// Packed bit-fields that straddle words, in unions, in arrays, and passed by value.
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) frame {
    unsigned version : 3;
    unsigned long serial : 50;
    unsigned kind : 7;
    int offset : 13;
    unsigned char tail;
};

union word {
    struct {
        unsigned low : 12, middle : 8, high : 12;
    };
    unsigned all;
};

static struct frame twist(struct frame f) {
    f.serial = ~f.serial;
    f.offset = -f.offset;
    return f;
}

int main(void) {
    struct frame frames[2];
    memset(frames, 0, sizeof frames);
    frames[1].version = 5;
    frames[1].serial = 0x2AAAABBBBCCCCul;
    frames[1].kind = 99;
    frames[1].offset = -4000;
    frames[1].tail = 'T';
    frames[0] = twist(frames[1]);
    for (int i = 0; i < 2; i++) {
        struct frame *f = &frames[i];
        printf("%u %lx %u %d %c\n", f->version, (unsigned long)f->serial, f->kind, f->offset, f->tail);
    }
    const unsigned char *bytes = (const unsigned char *)frames;
    for (unsigned i = 0; i < sizeof frames; i++) {
        printf("%02x", bytes[i]);
    }
    printf(" %zu\n", sizeof(struct frame));
    union word w = {.all = 0xABCDE123};
    printf("%x %x %x\n", w.low, w.middle, w.high);
    w.middle ^= 0xFF;
    w.high += 1;
    printf("%x\n", w.all);
    return 0;
}
// paths: 1
