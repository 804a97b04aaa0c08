// A name nobody knows is matched by its prefix and its declared type.
// replay: no the runtime has no function of that name
extern unsigned short __VERIFIER_nondet_my_own_type(void);

int main(void) {
    unsigned short x = __VERIFIER_nondet_my_own_type();
    if (x > 65000) {
        return 1; //~ reach
    }
    if (x > 65535) {
        return 2; //~ dead
    }
    return 0;
}

// paths: 2
