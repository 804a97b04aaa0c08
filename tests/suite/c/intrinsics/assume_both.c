/* An assumption of two parts becomes branches: where the first part is false, none of the path's inputs satisfies it. That path ends, and
 * is no error. */
#include <pleach.h>

int main(void) {
    int a, b;
    pleach_symbolic(&a, sizeof a, "a");
    pleach_symbolic(&b, sizeof b, "b");
    pleach_assume(a > 3 && b > a && b < 10);
    pleach_assert(b > 4);
    if (b == 5) {
        return 1; //~ reach
    }
    return 0; //~ reach
}
// paths: 2
