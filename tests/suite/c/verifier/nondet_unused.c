// An input that the program does not look at is part of the test all the same: the next one must not take its place.
int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    __VERIFIER_nondet_int();
    (void)__VERIFIER_nondet_bool();
    int x = __VERIFIER_nondet_int();
    if (x == 42)
        return 1; //~ reach
    return 0; //~ reach
}

// paths: 2
