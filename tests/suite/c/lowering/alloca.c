// alloca: memory of the function, of variable size, in loops, kept until the function returns.
#include <alloca.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct node {
    int value;
    struct node *next;
};

static int list_sum(int count) {
    struct node *list = NULL;
    for (int i = 0; i < count; i++) {
        struct node *node = alloca(sizeof *node);
        node->value = i;
        node->next = list;
        list = node;
    }
    int sum = 0;
    for (struct node *n = list; n != NULL; n = n->next) {
        sum = sum * 2 + n->value;
    }
    return sum;
}

static const char *repeat(char c, int count, char *room) {
    char *local = alloca((size_t)count + 1);
    memset(local, c, (size_t)count);
    local[count] = '\0';
    return strcpy(room, local);
}

int main(void) {
    char room[20];
    for (int n = 0; n < 4; n++) {
        printf("%d %s\n", list_sum(n * 4), repeat((char)('a' + n), n * 3, room));
    }
    long *longs = __builtin_alloca(4 * sizeof(long));
    longs[3] = 5;
    printf("%ld %d\n", longs[3], (int)((uintptr_t)longs % 16));
    return 0;
}
// paths: 1
