// The linker's symbols for a section's beginning and end are not known: that is said, and no error is made up.
#include <pleach.h>

__attribute__((section("items"), used)) static int first = 1;
__attribute__((section("items"), used)) static int second = 2;
extern int __start_items[], __stop_items[];

int main(void) {
    if (pleach_range(0, 2, "n") == 0) {
        return first + second; //~ reach
    }
    int sum = 0;
    for (int *p = __start_items; p < __stop_items; p++) {
        sum += *p;
    }
    return sum;
}
// paths: 1
// complete: no
// incomplete: __start_items
