// run: --sym-stdin 4
// What scanf makes of the input decides, also where it stops; a divisor that is read may be zero.
#include <stdio.h>

int main(void) {
    int a = 0, b = 0;
    char word[4] = "";
    switch (scanf("%2d/%1d%2s", &a, &b, word)) {
    case EOF:
        puts("nothing"); //~ reach
        return 1;
    case 0:
        puts("no number"); //~ reach
        return 2;
    case 1:
        printf("only %d\n", a); //~ reach
        return 3;
    }
    printf("%d\n", a / b); //~ error: div-by-zero
    return word[0] == 'k';
}

// paths: any
