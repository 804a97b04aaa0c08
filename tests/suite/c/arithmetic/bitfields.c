// Bit-fields: signed and unsigned, crossing bytes, with padding, wrapping on store, promoted on use.
// cflags: -Wno-bitfield-constant-conversion -Wno-overflow -Wno-single-bit-bitfield-constant-conversion
#include <stdio.h>
#include <string.h>

struct date {
    unsigned day : 5, month : 4, year : 12;
    int zone : 6;
    unsigned : 0;
    unsigned char leap : 1;
};

struct wide {
    unsigned long a : 33;
    long b : 20;
    unsigned long c : 11;
    _Bool d : 1;
};

static struct date initialised = {31, 12, 2024, -12, 1};

int main(void) {
    struct date d = {.day = 9, .month = 11, .year = 1989, .zone = 1};
    d.day += 30;
    d.zone -= 40;
    d.leap = 3;
    printf("%u %u %u %d %d\n", d.day, d.month, d.year, d.zone, d.leap);
    printf("%zu %zu\n", sizeof(struct date), sizeof(struct wide));
    struct date *p = &initialised;
    p->month++;
    p->year |= 0xF00;
    printf("%u %u %u %d %d\n", p->day, p->month, p->year, p->zone, p->leap);
    struct wide w;
    memset(&w, 0, sizeof w);
    w.a = 0x1FFFFFFFFu;
    w.b = -1000;
    w.c = 0x7FF;
    w.d = 7;
    w.a--;
    printf("%lx %ld %x %d\n", (unsigned long)w.a, (long)w.b, (unsigned)w.c, w.d);
    printf("%d %d\n", w.b < 0, d.day - 20 < 0);
    unsigned char bytes[sizeof w];
    memcpy(bytes, &w, sizeof w);
    for (unsigned i = 0; i < sizeof bytes; i++) {
        printf("%02x", bytes[i]);
    }
    int old = d.day++;
    printf("\n%d %d %d\n", old, d.day, (d.month = 17));
    return 0;
}
// paths: 1
