// The idioms that programs and headers have for what C lacks are executed; the counter of cycles is an input.
// replay: no the native program has a counter and a processor of its own
#include <assert.h>
#include <pleach.h>
#include <stdint.h>
#include <string.h>

static uint32_t swap32(uint32_t x) {
    __asm__("bswap %0" : "=r"(x) : "0"(x));
    return x;
}

static uint64_t swap64(uint64_t x) {
    __asm__("bswapq %0" : "+r"(x));
    return x;
}

static uint16_t swap16(uint16_t x) {
    __asm__("rorw $8, %w0" : "=r"(x) : "0"(x) : "cc");
    return x;
}

static int highest(uint32_t x) {
    uint32_t at;
    __asm__("bsrl %1, %0" : "=r"(at) : "r"(x));
    return (int)at;
}

static uint64_t counter(void) {
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return (uint64_t)high << 32 | low;
}

static void identify(uint32_t question, uint32_t answer[4]) {
    __asm__ volatile("cpuid"
                     : "=a"(answer[0]), "=b"(answer[1]), "=c"(answer[2]), "=d"(answer[3])
                     : "0"(question), "2"(0));
}

int main(void) {
    assert(swap32(0x12345678) == 0x78563412);
    assert(swap64(0x0123456789abcdef) == 0xefcdab8967452301);
    assert(swap16(0x1234) == 0x3412);
    assert(highest(0x00800001) == 23);
    __asm__ volatile("mfence" ::: "memory");
    __asm__ volatile("pause");
    __asm__ volatile("" ::: "memory");
    uint32_t answer[4];
    identify(0, answer);
    assert(answer[0] == 1 && memcmp(&answer[1], "Genu", 4) == 0);
    identify(1, answer);
    assert(answer[3] >> 26 & 1);
    uint32_t x = (uint32_t)pleach_int("x");
    if (swap32(x) == 0x01020304) {
        assert(x == 0x04030201);
        return 1; //~ reach
    }
    uint64_t before = counter(), after = counter();
    if (after - before == 1000) {
        return 2; //~ reach
    }
    return 0; //~ reach
}
// paths: 3
