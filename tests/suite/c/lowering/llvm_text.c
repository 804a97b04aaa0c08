// Instructions that C has no words for, from a file of LLVM assembly that is linked in.
// files: llvm_text_other.ll
#include <stdint.h>
#include <stdio.h>

uint64_t switch33(uint64_t x);
uint32_t funnel24(uint32_t a, uint32_t b, uint32_t n);
int32_t saturate9(int32_t a, int32_t b);
int32_t odd_memory(int32_t a);
uint64_t aggregates(uint64_t a, uint32_t b);
uint32_t phi_swap(uint32_t a, uint32_t b, uint32_t rounds);
uint32_t masks(const uint8_t *bytes);
uint32_t overflow_lanes(uint32_t a, uint32_t b);
int32_t atomic_extremes(int32_t *p, int32_t a);
int32_t narrow_index(const int32_t *p, int8_t i);
uint32_t reductions(uint32_t a);
int32_t frozen(int32_t a);
uint32_t constants(void);

int main(void) {
    printf("%lu %lu %lu\n", switch33(0x1FFFFFFFF), switch33(5), switch33(0x300000005));
    for (uint32_t n = 0; n < 50; n += 11) {
        printf("%x ", funnel24(0xABCDEF, 0x123456, n));
    }
    printf("%d %d %d\n", saturate9(200, 100), saturate9(-200, -100), saturate9(-5, 3));
    printf("%d %d\n", odd_memory(0x12345), odd_memory(-3));
    printf("%lx\n", aggregates(0x1122334455667788, 0xAABBCCDD));
    printf("%u %u\n", phi_swap(1, 2, 5), phi_swap(1, 2, 6));
    uint8_t bytes[8] = {1, 200, 3, 255, 128, 127, 0, 130};
    printf("%x\n", masks(bytes));
    printf("%x\n", overflow_lanes(0xFFFFFFF0, 0x20));
    int32_t cell = 7;
    int32_t sum = atomic_extremes(&cell, -9);
    printf("%d %d\n", sum, cell);
    int32_t numbers[4] = {10, 20, 30, 40};
    printf("%d\n", narrow_index(numbers + 3, -2));
    printf("%u %d %u\n", reductions(5), frozen(8), constants());
    return 0;
}
// paths: 1
