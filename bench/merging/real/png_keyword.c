// libpng: a keyword with its spaces put right.
#include "../input.h"
#include <pngpriv.h>

int main(void) {
    char *key = text();
    png_byte keyword[80];
    static png_struct png;
    png_uint_32 length = png_check_keyword(&png, key, keyword);
    free(key);
    return (int)length;
}
