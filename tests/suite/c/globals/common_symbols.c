// Tentative definitions in two files are one variable (-fcommon), of the larger size.
// cflags: -fcommon
// files: common_symbols_other.c
#include <stdio.h>

int common;
int common;
char block[4];

void fill(void);

int main(void) {
    common = 5;
    fill();
    printf("%d %c\n", common, block[3]);
    return 0;
}
// paths: 1
