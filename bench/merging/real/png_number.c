// libpng: whether a text is a floating-point number, as in the chunk of the physical scale.
#include "../input.h"
#include <pngpriv.h>

int main(void) {
    size_t n;
    char *digits = (char *)buffer(&n);
    int result = png_check_fp_string(digits, n);
    free(digits);
    return result & 255;
}
