// The same in 64 bits; a wide numerator with a narrow range cannot overflow.
#include <pleach.h>
#include <stdint.h>

int main(void) {
    int64_t a;
    int32_t narrow;
    pleach_symbolic(&a, sizeof a, "a");
    pleach_symbolic(&narrow, sizeof narrow, "narrow");
    int64_t fine = (int64_t)narrow / -1;
    int64_t divisor = narrow > 0 ? 2 : -1;
    return a / divisor == fine; //~ error: overflow
}

// The compiler chooses between the divisors without a branch.
// paths: 2
// errors: 1
