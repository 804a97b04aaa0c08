/* One function for each way to go wrong when i is 9. The mark on a line says which function it belongs to and what
 * happens there. */
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void reach_error(void) {}

static void local_array(int i) {
    volatile int a[9] = {0};
    a[i] = 1; //~ 0 out-of-bounds
}

char global_array[9];
static void global(int i) {
    global_array[i] = 1; //~ 1 out-of-bounds
}

static void heap(int i) {
    char *p = malloc(9);
    memset(p, 0, i + 1); //~ 2 out-of-bounds
    free(p);
}

static void far(int i) {
    static char table[16];
    table[i * 1000] = 1; //~ 3 out-of-bounds
}

static void null(int i) {
    volatile int *p = i == 9 ? 0 : &i;
    *p = 1; //~ 4 null
}

static void after_free(int i) {
    volatile int *p = malloc(4);
    free((void *)p);
    *p = i; //~ 5 use-after-free
}

static void twice(int i) {
    int *p = malloc(4);
    free(p);
    if (i == 9) free(p); //~ 6 double-free
}

static void inside(int i) {
    char *p = malloc(40);
    free(p + i); //~ 7 invalid-free
}

static int *leave(int i) {
    int x = i;
    int *volatile p = &x;
    return p;
}

static int after_return(int i) {
    int *p = leave(i);
    return *p; //~ 8 use-after-return
}

static void read_only(int i) {
    char *s = "constant";
    if (i == 9) *(volatile char *)s = 1; //~ 9 read-only-write
}

static void divide(int i) {
    volatile int z = 5 / (i - 9); //~ 10 div-by-zero
}

static void add(int i) {
    volatile int z = 0x7fffffff - 8 + i; //~ 11 overflow
}

static void divide_least(int i) {
    volatile int least = -2147483647 - 1;
    volatile int z = least / (i - 10); //~ 12 overflow
}

static void shift(int i) {
    volatile int z = 1 << (i + 23); //~ 13 overshift
}

static void assertion(int i) {
    assert(i != 9); //~ 14 assert
}

static void own_assertion(int i) {
    klee_assert(i != 9); //~ 15 assert
}

static void aborts(int i) {
    if (i == 9) abort(); //~ 16 abort
}

static void unreachable(int i) {
    if (i == 9) __builtin_unreachable(); //~ 17 unreachable
}

static void error(int i) {
    if (i == 9) reach_error(); //~ 18 reach-error
}

static void reports(int i) {
    if (i == 9) klee_report_error(__FILE__, __LINE__, "bad", "mine"); //~ 19 user
}

static int deep(volatile int n) {
    volatile char big[4096];
    big[0] = n;
    return n ? deep(n) + big[0] : 0; //~ 20 stack-overflow
}

int main(void) {
    int which, i;
    klee_make_symbolic(&which, sizeof which, "which");
    klee_make_symbolic(&i, sizeof i, "i");
    switch (which) {
    case 0: local_array(i); break;
    case 1: global(i); break;
    case 2: heap(i); break;
    case 3: far(i); break;
    case 4: null(i); break;
    case 5: after_free(i); break;
    case 6: twice(i); break;
    case 7: inside(i); break;
    case 8: after_return(i); break;
    case 9: read_only(i); break;
    case 10: divide(i); break;
    case 11: add(i); break;
    case 12: divide_least(i); break;
    case 13: shift(i); break;
    case 14: assertion(i); break;
    case 15: own_assertion(i); break;
    case 16: aborts(i); break;
    case 17: unreachable(i); break;
    case 18: error(i); break;
    case 19: reports(i); break;
    case 20: deep(i); break;
    }
    return 0;
}
