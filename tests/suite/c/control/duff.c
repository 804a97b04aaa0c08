// Duff's device: a switch that jumps into the middle of a loop. Also a coroutine made of a switch.
// cflags: -Wno-implicit-fallthrough
// coverage: no jumping into a loop counts as executing the line on which it begins
#include <stdio.h>

static void copy(char *to, const char *from, int count) {
    int rounds = (count + 7) / 8;
    switch (count % 8) {
    case 0:
        do {
            *to++ = *from++;
        case 7:
            *to++ = *from++;
        case 6:
            *to++ = *from++;
        case 5:
            *to++ = *from++;
        case 4:
            *to++ = *from++;
        case 3:
            *to++ = *from++;
        case 2:
            *to++ = *from++;
        case 1:
            *to++ = *from++;
        } while (--rounds > 0);
    }
}

static int generate(int *state, int *i) {
    switch (*state) {
    case 0:
        for (*i = 0; *i < 3; ++*i) {
            *state = 1;
            return *i * 10;
        case 1:;
        }
        *state = 2;
    }
    return -1;
}

int main(void) {
    const char *text = "the quick brown fox jumps";
    char to[32];
    for (int count = 1; count <= 25; count += 4) {
        for (int i = 0; i < 32; i++) {
            to[i] = '.';
        }
        to[31] = '\0';
        copy(to, text, count);
        puts(to);
    }
    int state = 0, i = 0;
    for (int n = 0; n < 5; n++) {
        printf("%d ", generate(&state, &i));
    }
    printf("\n");
    return 0;
}
// paths: 1
