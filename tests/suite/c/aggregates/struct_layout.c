// Padding, packing, alignment and offsets are the machine's.
#include <stddef.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct padded {
    char a;
    int b;
    char c;
    long d;
    short e;
};

struct __attribute__((packed)) packed {
    char a;
    int b;
    char c;
    long d;
    short e;
};

struct aligned {
    char a;
    alignas(32) char b;
    __int128 c;
};

#pragma pack(push, 2)
struct two {
    char a;
    long b;
    char c;
};
#pragma pack(pop)

struct empty {};

#define SHOW(type)                                                                                                     \
    printf("%s %zu %zu %zu %zu\n", #type, sizeof(struct type), alignof(struct type), offsetof(struct type, b),         \
           offsetof(struct type, c))

int main(void) {
    SHOW(padded);
    SHOW(packed);
    SHOW(aligned);
    SHOW(two);
    printf("%zu\n", sizeof(struct empty));
    struct packed array[3];
    memset(array, 0xEE, sizeof array);
    array[1].b = 0x01020304;
    array[1].d = -2;
    array[2].e = 0x7F00;
    const unsigned char *bytes = (const unsigned char *)array;
    for (size_t i = 0; i < sizeof array; i++) {
        printf("%02x", bytes[i]);
    }
    struct aligned local, *p = &local;
    printf("\n%d\n", (int)((uintptr_t)&p->b % 32));
    local.c = -1;
    printf("%d\n", (int)(local.c >> 100));
    struct two two = {'x', 0x1122334455667788, 'y'};
    long copied;
    memcpy(&copied, (char *)&two + 2, sizeof copied);
    printf("%lx\n", copied);
    return 0;
}
// paths: 1
