// Every classification and conversion of <ctype.h> over all bytes and EOF.
// cflags: -D_GNU_SOURCE
#include <ctype.h>
#include <stdio.h>

int main(void) {
    for (int c = -1; c < 256; c++) {
        unsigned bits = 0;
        bits |= (unsigned)!!isalpha(c) << 0 | (unsigned)!!isdigit(c) << 1 | (unsigned)!!isalnum(c) << 2;
        bits |= (unsigned)!!isupper(c) << 3 | (unsigned)!!islower(c) << 4 | (unsigned)!!isspace(c) << 5;
        bits |= (unsigned)!!isblank(c) << 6 | (unsigned)!!iscntrl(c) << 7 | (unsigned)!!isprint(c) << 8;
        bits |= (unsigned)!!isgraph(c) << 9 | (unsigned)!!ispunct(c) << 10 | (unsigned)!!isxdigit(c) << 11;
        bits |= (unsigned)!!isascii(c) << 12;
        printf("%x %d %d %d%c", bits, tolower(c), toupper(c), toascii(c), c % 8 == 7 ? '\n' : ' ');
    }
    return 0;
}
// paths: 1
