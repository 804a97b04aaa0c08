// Volatile objects are read and written each time, in structures and through pointers.
#include <stdio.h>

static volatile int ticks;
static volatile const char label[] = "volatile";

struct device {
    volatile unsigned status : 4;
    volatile unsigned char data[4];
};

int main(void) {
    volatile int i;
    int sum = 0;
    for (i = 0; i < 5; i++) {
        ticks = ticks + i;
        sum += ticks;
    }
    printf("%d %d %c\n", sum, ticks, label[3]);
    struct device d = {0};
    volatile struct device *p = &d;
    p->status = 13;
    p->status++;
    p->data[2] = 'q';
    p->data[p->status - 11] ^= 'q';
    printf("%u %d %d\n", p->status, d.data[2], d.data[3]);
    volatile long *q = (volatile long *)&(long){77};
    *q += *q;
    printf("%ld\n", *q);
    return 0;
}
// paths: 1
