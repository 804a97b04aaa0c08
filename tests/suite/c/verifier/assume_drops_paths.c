// A false assumption drops its path: it is neither an error nor counted.
// coverage: no a path that an assumption drops has no test
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0) {
        __VERIFIER_assume(x > 10);
        return 1; //~ dead
    }
    __VERIFIER_assume(x < 5);
    if (x > 4) {
        return 2; //~ dead
    }
    return x == 3;
}

// paths: 1
// tests: 1
