// Compiled with -O2 a switch over symbolic input is a table or a bit test; every result is still found.
// cflags: -O2
#include <pleach.h>
#include <stdio.h>

__attribute__((noinline)) static int is_vowel(unsigned char c) {
    switch (c) {
    case 'a':
    case 'e':
    case 'i':
    case 'o':
    case 'u':
        return 1;
    }
    return 0;
}

int main(void) {
    unsigned char c;
    pleach_symbolic(&c, sizeof c, "c");
    if (is_vowel(c)) {
        printf("vowel\n");
    } else {
        printf("other\n");
    }
    return 0;
}
// paths: any
