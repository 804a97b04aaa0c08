// Loops after each other in a marked region: paths are joined by two numbers of repetitions, whose sums are
// places and values.
// run: --merge-terms patterns
#include <assert.h>
#include <pleach.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned char s[6];
    pleach_symbolic(s, sizeof s, "s");
    unsigned i = 0, weight = 0, blanks = 0, digits = 0;
    pleach_merge_begin();
    while (i < sizeof s && s[i] == ' ') {
        weight += 3;
        blanks++;
        i++;
    }
    while (i < sizeof s && s[i] == '1') {
        weight += 5;
        digits++;
        i++;
    }
    pleach_merge_end();
    assert(weight == 3 * blanks + 5 * digits);
    assert(i == blanks + digits);
    assert(blanks == 0 || s[0] == ' ');
    assert(digits == 0 || s[i - 1] == '1');
    if (blanks == 2 && digits == 3)
        assert(weight != 21); //~ error: assert
    return 0;
}
// paths: any
// errors: 1
