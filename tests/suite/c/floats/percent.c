// A share in percent from two counts: the parts do not always add up to a hundred.
#include <assert.h>
#include <pleach.h>

static int percent(int part, int whole) {
    return (int)(100.0f * part / whole + 0.5f);
}

int main(void) {
    int yes = pleach_range(0, 20, "yes");
    int no = pleach_range(0, 20, "no");
    if (yes + no == 0)
        return 1;
    int first = percent(yes, yes + no), second = percent(no, yes + no);
    assert(first >= 0 && first <= 100);
    assert(first + second <= 101);
    assert(first + second == 100); //~ error: assert
    return 0;
}

// paths: 3
// errors: 1
