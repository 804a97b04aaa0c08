/* What leads to one place is one path: several cases, and those that stand with the default. A case that does something of its own is
 * another, and so is one that only breaks. */
#include <pleach.h>

static int labels(int x) {
    switch (x) {
    case 1:
        return 10; //~ reach
    case 2:
    case 3:
    default:
    case 5:
        return 20; //~ reach
    case 4:
        return 30; //~ reach
    }
}

static int values(int x) {
    int r = 0;
    switch (x) {
    case 1:
        r = 1;
        break;
    case 2:
        r = 2;
        /* fall through */
    case 3:
        r += 3;
        break;
    case 4:
        break;
    case 6:
        ;
    default:
        r = 9;
    }
    return r;
}

int main(void) {
    int x = pleach_int("x"), way = pleach_range(0, 2, "way");
    if (way == 0) {
        int found = labels(x);
        pleach_assert(found == (x == 1 ? 10 : x == 4 ? 30 : 20));
        return found;
    }
    int found = values(x);
    pleach_assert(found == (x == 1 ? 1 : x == 2 ? 5 : x == 3 ? 3 : x == 4 ? 0 : 9));
    return found;
}

// Three of labels() and five of values(); those of the assertions are decided by then.
// paths: 8
