/* drand48() and its family: a linear congruence modulo 2^48. */
#include <stddef.h>

static unsigned long x48 = 0, a48 = 0x5DEECE66D;
static unsigned c48 = 0xB;

static unsigned long pack(const unsigned short *words) {
    return (unsigned long)words[2] << 32 | (unsigned long)words[1] << 16 | words[0];
}

static unsigned long step48(unsigned short *words) {
    unsigned long next = ((words == NULL ? x48 : pack(words)) * a48 + c48) & 0xffffffffffff;
    if (words == NULL) {
        x48 = next;
    } else {
        words[0] = (unsigned short)next;
        words[1] = (unsigned short)(next >> 16);
        words[2] = (unsigned short)(next >> 32);
    }
    return next;
}

void srand48(long seed) {
    x48 = (unsigned long)(unsigned)seed << 16 | 0x330E;
    a48 = 0x5DEECE66D;
    c48 = 0xB;
}

unsigned short *seed48(unsigned short *seed) {
    static unsigned short last[3];
    last[0] = (unsigned short)x48;
    last[1] = (unsigned short)(x48 >> 16);
    last[2] = (unsigned short)(x48 >> 32);
    x48 = pack(seed);
    a48 = 0x5DEECE66D;
    c48 = 0xB;
    return last;
}

void lcong48(unsigned short *parameters) {
    x48 = pack(parameters);
    a48 = pack(parameters + 3);
    c48 = parameters[6];
}

double drand48(void) {
    return (double)step48(NULL) / 281474976710656.0;
}

double erand48(unsigned short *words) {
    return (double)step48(words) / 281474976710656.0;
}

long lrand48(void) {
    return (long)(step48(NULL) >> 17);
}

long nrand48(unsigned short *words) {
    return (long)(step48(words) >> 17);
}

long mrand48(void) {
    return (int)(step48(NULL) >> 16);
}

long jrand48(unsigned short *words) {
    return (int)(step48(words) >> 16);
}
