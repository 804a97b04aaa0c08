// Integers of any length: 60 factorial, Fibonacci numbers, division by a word, multiplication in two ways, decimal output.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct big {
    int used;
    uint32_t *words;
};

static struct big from(uint32_t n) {
    struct big b = {1, malloc(sizeof(uint32_t))};
    b.words[0] = n;
    return b;
}

static void trim(struct big *b) {
    while (b->used > 1 && b->words[b->used - 1] == 0) {
        b->used--;
    }
}

static struct big add(const struct big *a, const struct big *b) {
    int used = (a->used > b->used ? a->used : b->used) + 1;
    struct big c = {used, calloc((size_t)used, sizeof(uint32_t))};
    uint64_t carry = 0;
    for (int i = 0; i < used; i++) {
        carry += (i < a->used ? a->words[i] : 0ull) + (i < b->used ? b->words[i] : 0ull);
        c.words[i] = (uint32_t)carry;
        carry >>= 32;
    }
    trim(&c);
    return c;
}

static struct big multiply(const struct big *a, const struct big *b) {
    struct big c = {a->used + b->used, calloc((size_t)(a->used + b->used), sizeof(uint32_t))};
    for (int i = 0; i < a->used; i++) {
        uint64_t carry = 0;
        for (int j = 0; j < b->used; j++) {
            carry += (uint64_t)a->words[i] * b->words[j] + c.words[i + j];
            c.words[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        c.words[i + b->used] = (uint32_t)carry;
    }
    trim(&c);
    return c;
}

static uint32_t divide(struct big *b, uint32_t by) {
    uint64_t rest = 0;
    for (int i = b->used - 1; i >= 0; i--) {
        rest = rest << 32 | b->words[i];
        b->words[i] = (uint32_t)(rest / by);
        rest %= by;
    }
    trim(b);
    return (uint32_t)rest;
}

static void print(const struct big *b) {
    struct big copy = {b->used, malloc((size_t)b->used * sizeof(uint32_t))};
    memcpy(copy.words, b->words, (size_t)b->used * sizeof(uint32_t));
    char digits[400], *p = digits + sizeof digits - 1;
    *p = '\0';
    do {
        *--p = (char)('0' + divide(&copy, 10));
    } while (copy.used > 1 || copy.words[0] != 0);
    puts(p);
    free(copy.words);
}

static void replace(struct big *old, struct big new) {
    free(old->words);
    *old = new;
}

int main(void) {
    struct big factorial = from(1), a = from(0), b = from(1);
    for (uint32_t i = 2; i <= 60; i++) {
        struct big n = from(i);
        replace(&factorial, multiply(&factorial, &n));
        free(n.words);
    }
    print(&factorial);
    for (int i = 0; i < 300; i++) {
        struct big next = add(&a, &b);
        free(a.words);
        a = b;
        b = next;
    }
    print(&a);
    struct big product = multiply(&factorial, &a);
    print(&product);
    printf("%u\n", divide(&product, 1000000007));
    printf("%d\n", product.used);
    free(factorial.words);
    free(a.words);
    free(b.words);
    free(product.words);
    return 0;
}
// paths: 1
