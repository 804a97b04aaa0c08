// Globals of every type with initial values, and zero where none is given.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

char c = 'c';
signed char sc = -5;
unsigned char uc = 250;
short s = -3000;
unsigned short us = 60000;
int i = -2000000000;
unsigned u = 4000000000u;
long l = -9000000000000000000;
unsigned long ul = 18000000000000000000u;
bool b = true;
__int128 wide = -((__int128)1 << 70);
double d = -2.5;
long double ld = 0.125L;
int zero;
static int zeros[1000];
static char large[100000];
int computed = (1 << 10 | 7) * 3 - sizeof(long);
const int fixed = 77;
static const char letters[4] = "abc";
enum { A = 5, B } kind = B;
int array[5] = {1, 2, 3};
char text[] = "text", *pointer = "pointer";
struct { char a; long b; } pair = {'p', -1};
union { int i; char bytes[4]; } both = {0x41424344};
int many[3][2] = {{1, 2}, {3}, {5, 6}};

int main(void) {
    printf("%c %d %d %d %d %d %u %ld %lu %d\n", c, sc, uc, s, us, i, u, l, ul, b);
    printf("%lx %lx\n", (long)(wide >> 64), (long)wide);
    printf("%.2f %.3Lf\n", d, ld);
    int sum = zero;
    for (int n = 0; n < 1000; n++) {
        sum += zeros[n];
    }
    printf("%d %d %d %d %s %d\n", sum, large[99999], computed, fixed, letters, kind);
    printf("%d %d %d %s %s\n", array[2], array[3], array[4], text, pointer);
    printf("%c %ld %c %d %d\n", pair.a, pair.b, both.bytes[0], many[1][1], many[2][0]);
    zeros[500] = ++zero;
    large[99999] = text[0]++;
    printf("%d %c %s\n", zeros[500], large[99999], text);
    return 0;
}
// paths: 1
