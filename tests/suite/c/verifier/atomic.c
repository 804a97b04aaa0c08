// Atomic sections are accepted; there is one thread.
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    __VERIFIER_atomic_begin();
    int x = __VERIFIER_nondet_int();
    int even = x % 2 == 0;
    __VERIFIER_atomic_end();
    return even;
}

// paths: 1
