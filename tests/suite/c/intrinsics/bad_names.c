// Strings that name or say something are read as the program would read them, and must not depend on the input.
// replay: no natively nobody reads most of these strings
#include <klee/klee.h>
#include <pleach.h>
#include <stdlib.h>

static const char unterminated[3] = {'a', 'b', 'c'};

static char *freed(void) {
    char *name = calloc(4, 1);
    free(name);
    return name;
}

int main(void) {
    int x = 0;
    char letter = (char)klee_range(0, 200, "letter");
    char symbolic[3] = {'n', letter, 0};
    const char *names[] = {"one", "two"};
    switch (pleach_range(0, 13, "which")) {
    case 0:
        klee_make_symbolic(&x, sizeof x, NULL);
        return x == 3; //~ reach
    case 1:
        klee_make_symbolic(&x, sizeof x, freed()); //~ error: use-after-free
        break;
    case 2:
        klee_make_symbolic(&x, sizeof x, unterminated); //~ error: out-of-bounds
        break;
    case 3:
        pleach_symbolic(&x, sizeof x, symbolic); //~ error: user
        break;
    case 4:
        pleach_symbolic(&x, sizeof x, names[letter & 1]); //~ error: user
        break;
    case 5:
        klee_make_symbolic(&x, sizeof x, (char *)12); //~ error: null
        break;
    case 6:
        klee_report_error("file", 1, unterminated, "suffix"); //~ error: out-of-bounds
        break;
    case 7:
        klee_warning(freed()); //~ error: use-after-free
        break;
    case 8:
        klee_warning_once(symbolic); //~ error: user
        break;
    case 9:
        klee_print_expr(unterminated, x); //~ error: out-of-bounds
        break;
    case 10:
        x = klee_int(freed()); //~ error: use-after-free
        break;
    case 11:
        x = klee_range(0, 4, symbolic + 5); //~ error: out-of-bounds
        break;
    default:
        klee_make_symbolic(&x, 1UL << 40, "far too much"); //~ error: user
        break;
    }
    return x;
}

// paths: any
