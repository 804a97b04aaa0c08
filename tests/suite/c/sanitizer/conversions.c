// What UBSan's instrumentation says of numbers that change in a conversion, and of the kinds of arithmetic that are not in its usual set.
// cflags: -fsanitize=undefined,integer,implicit-conversion,float-cast-overflow,float-divide-by-zero
#include <pleach.h>

static unsigned char small;
static signed char small_signed;
static unsigned whole;
static int number;
static double real;

static void convert(int which, int x, unsigned y, double z) {
    switch (which) {
    case 0:
        small = y; //~ error: overflow
        break;
    case 1:
        small_signed = x; //~ error: overflow
        break;
    case 2:
        whole = x; //~ error: overflow
        break;
    case 3:
        small_signed = y & 255; //~ error: overflow
        break;
    case 4:
        whole = y + 9; //~ error: overflow
        break;
    case 5:
        whole = 5 - y; //~ error: overflow
        break;
    case 6:
        whole = y * 3; //~ error: overflow
        break;
    case 7:
        whole = -y; //~ error: overflow
        break;
    case 8:
        whole = y << 3; //~ error: overshift
        break;
    case 9:
        number = z; //~ error: overflow
        break;
    case 10:
        real = 1 / (z - 4e10); //~ error: div-by-zero
        break;
    case 11:
        real = 1 / (4e10 - z); //~ error: div-by-zero
        break;
    case 12:
        small++; //~ error: overflow
        break;
    default:
        break;
    }
}

int main(void) {
    small = 255;
    convert(pleach_range(0, 14, "which"), pleach_int("x"), (unsigned)pleach_range(0, 0x7fffffff, "y") * 2u, 4e10);
    return 0;
}

// paths: any
