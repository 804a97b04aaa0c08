// Flexible array members and zero-length arrays behind a header.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
    unsigned char used;
    size_t room;
    short data[];
};

struct message {
    int length;
    char bytes[0];
};

static struct buffer *make(size_t room) {
    struct buffer *b = malloc(sizeof *b + room * sizeof b->data[0]);
    b->used = 0;
    b->room = room;
    return b;
}

static struct buffer *push(struct buffer *b, short value) {
    if (b->used == b->room) {
        b->room *= 2;
        b = realloc(b, sizeof *b + b->room * sizeof b->data[0]);
    }
    b->data[b->used++] = value;
    return b;
}

static struct buffer fixed = {3, 3, {10, 20, 30}};

int main(void) {
    struct buffer *b = make(1);
    for (short i = 0; i < 20; i++) {
        b = push(b, (short)(i * i - 50));
    }
    int sum = 0;
    for (int i = 0; i < b->used; i++) {
        sum += b->data[i];
    }
    printf("%d %zu %d %d\n", b->used, b->room, sum, b->data[19]);
    free(b);
    printf("%zu %d\n", sizeof(struct buffer), fixed.data[2] + fixed.data[0]);
    struct message *m = malloc(sizeof *m + 6);
    m->length = 6;
    memcpy(m->bytes, "hello", 6);
    printf("%s %zu\n", m->bytes, sizeof *m);
    free(m);
    return 0;
}
// paths: 1
