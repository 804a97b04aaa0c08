// Two numbers of sixteen bits by their sum and their product, and what is lost when a float becomes one of them.
#include <assert.h>
#include <pleach.h>

int main(void) {
    _Float16 a, b;
    pleach_symbolic(&a, sizeof a, "a");
    pleach_symbolic(&b, sizeof b, "b");
    if (a > (_Float16)0 && b > a && a * b == (_Float16)6 && a + b == (_Float16)5)
        assert(a != (_Float16)2); //~ error: assert
    float wide = a;
    if (a == a)
        assert((_Float16)wide == a);
    return 0;
}

// paths: 7
// errors: 1
