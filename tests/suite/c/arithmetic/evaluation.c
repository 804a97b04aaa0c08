// Short circuits, the comma and the ternary operator evaluate what they should and nothing else.
#include <stdio.h>

static int calls;

static int note(int id, int value) {
    calls = calls * 10 + id;
    return value;
}

#define TRY(expression)                                                                                                \
    do {                                                                                                               \
        calls = 0;                                                                                                     \
        int value = (expression);                                                                                      \
        printf("%d %d\n", value, calls);                                                                               \
    } while (0)

int main(void) {
    TRY(note(1, 0) && note(2, 1));
    TRY(note(1, 5) && note(2, 7));
    TRY(note(1, 0) || note(2, 0));
    TRY(note(1, 9) || note(2, 0));
    TRY(note(1, 0) || (note(2, 1) && note(3, 0)) || note(4, 1));
    TRY(!(note(1, 1) && !note(2, 1)));
    TRY(note(1, 1) ? note(2, 20) : note(3, 30));
    TRY(note(1, 0) ? note(2, 20) : note(3, 0) ? note(4, 40) : note(5, 50));
    TRY((note(1, 1), note(2, 2), note(3, 3)));
    TRY(note(1, 4) ?: note(2, 6));
    TRY(note(1, 0) ?: note(2, 6));
    int i = 5, a[4] = {0};
    i = 0;
    a[i++] = 7;
    a[i++] = a[0] + 2;
    *(a + i++) = -1;
    printf("%d %d %d %d %d\n", a[0], a[1], a[2], a[3], i);
    int x = 1, y = 2;
    (x > y ? &x : &y)[0] = 100;
    printf("%d %d\n", x, y);
    for (i = 0, y = 10; i < y; i++, y--) {
        x += i, x -= y;
    }
    printf("%d %d %d\n", i, y, x);
    return 0;
}
// paths: 1
