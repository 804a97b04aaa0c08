// The wider ones.
#include <limits.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned __VERIFIER_nondet_unsigned(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern size_t __VERIFIER_nondet_size_t(void);
extern long long __VERIFIER_nondet_loff_t(void);
extern unsigned long __VERIFIER_nondet_sector_t(void);
extern unsigned long __VERIFIER_nondet_pthread_t(void);
extern unsigned char __VERIFIER_nondet_u8(void);
extern unsigned short __VERIFIER_nondet_u16(void);
extern unsigned __VERIFIER_nondet_u32(void);

int main(void) {
    int hits = 0;
    hits += __VERIFIER_nondet_int() == INT_MIN;
    hits += __VERIFIER_nondet_uint() == UINT_MAX;
    hits += __VERIFIER_nondet_unsigned() == 1;
    hits += __VERIFIER_nondet_long() == LONG_MIN;
    hits += __VERIFIER_nondet_ulong() == ULONG_MAX;
    hits += __VERIFIER_nondet_longlong() == LLONG_MAX;
    hits += __VERIFIER_nondet_ulonglong() == ULLONG_MAX;
    hits += __VERIFIER_nondet_size_t() == 7;
    hits += __VERIFIER_nondet_loff_t() == -7;
    hits += __VERIFIER_nondet_sector_t() == 9;
    hits += __VERIFIER_nondet_pthread_t() == 11;
    hits += __VERIFIER_nondet_u8() == 255;
    hits += __VERIFIER_nondet_u16() == 65535;
    hits += __VERIFIER_nondet_u32() == 0xffffffff;
    if (hits == 14) {
        return 1; //~ reach
    }
    if (hits > 14) {
        return 2; //~ dead
    }
    return 0;
}

// paths: 2
