// 128 bits.
#include <stdint.h>

extern __int128 __VERIFIER_nondet_int128(void);
extern unsigned __int128 __VERIFIER_nondet_uint128(void);

int main(void) {
    __int128 a = __VERIFIER_nondet_int128();
    unsigned __int128 b = __VERIFIER_nondet_uint128();
    if (a < 0 && (uint64_t)a == 5) {
        return 1; //~ reach
    }
    if (b >> 64 == 3 && (uint64_t)b == (uint64_t)(b >> 64)) {
        return 2; //~ reach
    }
    return 0;
}

// The first condition has three outcomes; after two of them the second has three as well.
// paths: 7
