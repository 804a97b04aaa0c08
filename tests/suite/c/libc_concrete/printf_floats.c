// printf of constant floating-point numbers: fixed, scientific, shortest and hexadecimal, with rounding and specials.
// cflags: -Wno-format-nonliteral
#include <float.h>
#include <stdio.h>

int main(void) {
    static const double values[] = {0.0, -0.0, 1.0, -1.5, 0.1, 1e-5, 123456.789, 1e15, 1e21, 0.5, 2.5, 0.125, 1e-300,
                                    DBL_MAX, DBL_MIN, 4.9e-324, __builtin_inf(), -__builtin_inf(), 99.995, 1.0 / 3};
    static const char *const formats[] = {"%f ", "%.0f ", "%10.2f ", "%-10.1f|", "%+e ", "%.3E ", "%g ", "%#g ",
                                          "%G ", "%010.3f ", "% .1e ", "%a ", "%.17g ", "%.2A "};
    for (unsigned v = 0; v < sizeof values / sizeof values[0]; v++) {
        for (unsigned f = 0; f < sizeof formats / sizeof formats[0]; f++) {
            printf(formats[f], values[v]);
        }
        printf("\n");
    }
    printf("%Lf %Lg %.3Le\n", 1.25L, 1e100L, -2.0L / 3);
    printf("%*.*f\n", 12, 4, 3.14159265);
    return 0;
}
// paths: 1
