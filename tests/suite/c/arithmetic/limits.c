// Every integer type holds its limits, and its size is the machine's.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

#define SHOW(type, format, least, greatest)                                                                            \
    do {                                                                                                               \
        volatile type low = (least), high = (greatest);                                                                \
        printf("%-20s %zu " format " " format "\n", #type, sizeof(type), low, high);                                   \
    } while (0)

int main(void) {
    SHOW(signed char, "%d", SCHAR_MIN, SCHAR_MAX);
    SHOW(unsigned char, "%d", 0, UCHAR_MAX);
    SHOW(char, "%d", CHAR_MIN, CHAR_MAX);
    SHOW(short, "%d", SHRT_MIN, SHRT_MAX);
    SHOW(unsigned short, "%d", 0, USHRT_MAX);
    SHOW(int, "%d", INT_MIN, INT_MAX);
    SHOW(unsigned, "%u", 0, UINT_MAX);
    SHOW(long, "%ld", LONG_MIN, LONG_MAX);
    SHOW(unsigned long, "%lu", 0, ULONG_MAX);
    SHOW(long long, "%lld", LLONG_MIN, LLONG_MAX);
    SHOW(unsigned long long, "%llu", 0, ULLONG_MAX);
    SHOW(int8_t, "%d", INT8_MIN, INT8_MAX);
    SHOW(uint16_t, "%d", 0, UINT16_MAX);
    SHOW(int32_t, "%d", INT32_MIN, INT32_MAX);
    SHOW(uint64_t, "%lu", 0, UINT64_MAX);
    SHOW(intptr_t, "%ld", INTPTR_MIN, INTPTR_MAX);
    SHOW(size_t, "%zu", 0, SIZE_MAX);
    printf("%d %d\n", CHAR_BIT, (char)-1 < 0);
    return 0;
}
// paths: 1
