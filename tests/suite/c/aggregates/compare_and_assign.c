// Assignment copies structures whole, also within arrays and through pointers; memcmp sees every byte of them.
// cflags: -Wno-self-assign
#include <stdio.h>
#include <string.h>

struct item {
    int id;
    char tag;
    char text[7];
};

static struct item global = {9, 'g', "global"};

static int same(const struct item *a, const struct item *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

int main(void) {
    struct item a, b;
    memset(&a, 0, sizeof a);
    a.id = 1;
    a.tag = 't';
    strcpy(a.text, "hello");
    b = a;
    printf("%d\n", same(&a, &b));
    b.text[6] = '!';
    printf("%d %d\n", same(&a, &b), memcmp(&a, &b, 8));
    struct item array[4] = {{0}};
    array[2] = array[1] = a;
    array[3] = *(&array[0] + 2);
    *array = global;
    global = array[3];
    printf("%d%d%d\n", same(&array[1], &array[3]), same(&array[0], &array[1]), same(&global, &a));
    struct item swap = array[0];
    array[0] = array[1];
    array[1] = swap;
    for (int i = 0; i < 4; i++) {
        printf("%d%c%s ", array[i].id, array[i].tag, array[i].text);
    }
    a = a;
    struct wrapper {
        struct item items[2];
    } w = {{array[1], array[0]}}, v;
    v = w;
    printf("%s %s\n", v.items[0].text, v.items[1].text);
    struct item chosen = a.id > 5 ? a : array[1];
    printf("%d\n", chosen.id);
    return 0;
}
// paths: 1
