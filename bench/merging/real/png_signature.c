// libpng: whether bytes are the beginning of a PNG file.
#include "../input.h"
#include <png.h>

int main(void) {
    size_t n;
    unsigned char *bytes = buffer(&n);
    int result = png_sig_cmp(bytes, 0, n);
    free(bytes);
    return result == 0;
}
