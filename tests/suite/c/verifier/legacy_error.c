// __VERIFIER_error is an error by itself.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error(void) __attribute__((noreturn));

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n < 1000);
    int steps = 0;
    while (n > 1 && steps < 3) {
        n = n % 2 ? n + 1 : n / 2;
        steps++;
    }
    if (steps == 3 && n == 1) {
        __VERIFIER_error(); //~ error: reach-error
    }
    return steps;
}

// 3 and 8 reach 1 in exactly three steps; 0 and 1, 2, and 4 in fewer. Of the others, six paths take longer: their first
// odd number comes at another step, or none does.
// paths: 10
// errors: 2
