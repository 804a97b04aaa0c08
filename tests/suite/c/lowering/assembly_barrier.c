// Assembly without instructions is a barrier for the compiler or hides a value from it: the program goes on.
#include <stdio.h>

int main(void) {
    int n = 5;
    __asm__ volatile("" ::: "memory");
    __asm__ volatile("" : "+r"(n));
    __asm__ volatile("" : : "r"(&n) : "memory");
    int hidden;
    __asm__("" : "=r"(hidden) : "0"(n + 1));
    printf("%d %d\n", n, hidden);
    return 0;
}
// paths: 1
