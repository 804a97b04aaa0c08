/* Reads a Roman numeral from standard input; four of one letter are refused with an abort where a status was meant. */
#include <stdio.h>
#include <stdlib.h>

static int worth(int letter) {
    switch (letter) {
    case 'I': return 1;
    case 'V': return 5;
    case 'X': return 10;
    default: return 0;
    }
}

int main(void) {
    int total = 0, last = 0, repeated = 0;
    for (int letter = getchar(); letter != EOF; letter = getchar()) {
        int value = worth(letter);
        if (value == 0)
            return 1;
        repeated = value == last ? repeated + 1 : 1;
        if (repeated == 4)
            abort(); //~ error: abort
        total += value > last ? value - 2 * last : value;
        last = value;
    }
    printf("%d\n", total);
    return 0;
}
// stdin: 4
