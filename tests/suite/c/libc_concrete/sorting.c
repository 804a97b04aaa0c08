// qsort over elements of several sizes, qsort_r, stable order of equal keys, and bsearch.
// cflags: -D_GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record {
    int key;
    char name[10];
};

static int by_int(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int by_char(const void *a, const void *b) {
    return *(const unsigned char *)a - *(const unsigned char *)b;
}

static int by_string(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static int by_key(const void *a, const void *b) {
    return ((const struct record *)a)->key - ((const struct record *)b)->key;
}

static int with_direction(const void *a, const void *b, void *direction) {
    return *(int *)direction * by_int(a, b);
}

int main(void) {
    int numbers[40];
    for (int i = 0; i < 40; i++) {
        numbers[i] = (i * 7919 + 13) % 101 - 50;
    }
    qsort(numbers, 40, sizeof numbers[0], by_int);
    for (int i = 0; i < 40; i++) {
        printf("%d ", numbers[i]);
    }
    int down = -1;
    qsort_r(numbers, 10, sizeof numbers[0], with_direction, &down);
    printf("/ %d %d\n", numbers[0], numbers[9]);
    char letters[] = "sphinx of black quartz";
    qsort(letters, strlen(letters), 1, by_char);
    puts(letters);
    const char *words[] = {"pear", "apple", "fig", "banana", "apple"};
    qsort(words, 5, sizeof words[0], by_string);
    for (int i = 0; i < 5; i++) {
        printf("%s ", words[i]);
    }
    struct record records[] = {{3, "c1"}, {1, "a1"}, {3, "c2"}, {2, "b"}, {1, "a2"}, {3, "c3"}};
    qsort(records, 6, sizeof records[0], by_key);
    for (int i = 0; i < 6; i++) {
        printf("%s ", records[i].name);
    }
    qsort(records, 0, sizeof records[0], by_key);
    qsort(records, 1, sizeof records[0], by_key);
    int sorted[] = {1, 3, 5, 7, 9, 11};
    for (int key = 0; key < 13; key += 3) {
        int *found = bsearch(&key, sorted, 6, sizeof sorted[0], by_int);
        printf("%d ", found != NULL ? (int)(found - sorted) : -1);
    }
    printf("\n");
    return 0;
}
// paths: 1
