// A bool is 0 or 1, in every spelling.
#include <assert.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);
extern _Bool __VERIFIER_nondet__Bool(void);

int main(void) {
    bool a = __VERIFIER_nondet_bool();
    bool b = __VERIFIER_nondet__Bool();
    int sum = a + b;
    assert(sum >= 0 && sum <= 2);
    if (sum == 2) {
        return 2; //~ reach
    }
    return sum;
}

// paths: 2
