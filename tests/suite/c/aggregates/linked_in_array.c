// A list threaded through an array by indices, and one by pointers into structures (container_of).
#include <stddef.h>
#include <stdio.h>

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

struct link {
    struct link *next;
};

struct job {
    int id;
    char name[5];
    struct link link;
    int cost;
};

static struct link *push(struct link *list, struct link *link) {
    link->next = list;
    return link;
}

int main(void) {
    struct job jobs[4] = {{1, "one", {NULL}, 10}, {2, "two", {NULL}, 20}, {3, "tri", {NULL}, 30}, {4, "four", {NULL}, 40}};
    struct link *list = NULL;
    for (int i = 0; i < 4; i++) {
        list = push(list, &jobs[(i * 3) % 4].link);
    }
    int cost = 0;
    for (struct link *l = list; l != NULL; l = l->next) {
        struct job *job = container_of(l, struct job, link);
        printf("%d%s ", job->id, job->name);
        cost = cost * 2 + job->cost;
    }
    printf("%d\n", cost);
    struct link **p = &list;
    while (*p != NULL) {
        if (container_of(*p, struct job, link)->id % 2 == 0) {
            *p = (*p)->next;
        } else {
            p = &(*p)->next;
        }
    }
    for (struct link *l = list; l != NULL; l = l->next) {
        printf("%d ", container_of(l, struct job, link)->id);
    }
    signed char next[6] = {3, -1, 1, 4, 2, 0};
    for (int at = 5; at >= 0; at = next[at]) {
        printf("%d", at);
    }
    printf("\n");
    return 0;
}
// paths: 1
