// Every nondet function gives a value of its own type: the extremes are reachable and nothing beyond.
#include <limits.h>

extern char __VERIFIER_nondet_char(void);
extern signed char __VERIFIER_nondet_schar(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    if (__VERIFIER_nondet_char() == CHAR_MIN) {
        return 1; //~ reach
    }
    if (__VERIFIER_nondet_schar() == SCHAR_MIN) {
        return 2; //~ reach
    }
    if (__VERIFIER_nondet_uchar() == UCHAR_MAX) {
        return 3; //~ reach
    }
    if (__VERIFIER_nondet_uchar() > UCHAR_MAX) {
        return 4; //~ dead
    }
    if (__VERIFIER_nondet_short() == SHRT_MIN) {
        return 5; //~ reach
    }
    if (__VERIFIER_nondet_ushort() == USHRT_MAX) {
        return 6; //~ reach
    }
    return 0;
}

// paths: 6
