/* The Verifier's assumption ends a path silently. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    __VERIFIER_assume(a > 3 && b > a);
    if (b < 4) {
        return 1; //~ dead
    }
    return 0; //~ reach
}
// paths: 1
