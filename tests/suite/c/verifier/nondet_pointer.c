// A pointer from outside may be null.
#include <stddef.h>

extern void *__VERIFIER_nondet_pointer(void);
extern char *__VERIFIER_nondet_pchar(void);
extern char *__VERIFIER_nondet_charp(void);

int main(void) {
    void *p = __VERIFIER_nondet_pointer();
    if (p == NULL) {
        return 1; //~ reach
    }
    if (__VERIFIER_nondet_pchar() == (char *)p + 1) {
        return 2; //~ reach
    }
    return __VERIFIER_nondet_charp() == NULL;
}

// paths: 3
