// printf's rarer conversions: counts of every length and odd flags work; positions are named and end the path.
// cflags: -Wno-format
#include <stdio.h>

int main(void) {
    signed char c;
    short h;
    long l;
    printf("abc%hhn def%hn ghi%ln\n", &c, &h, &l);
    printf("%d %d %ld\n", c, h, l);
    printf("%'d|%+5s|%05s|%#d|%5%|%-5c|\n", 1234567, "s", "s", 3, 'c');
    printf("%2$s %1$d %2$s\n", 5, "again");
    return 0;
}
// complete: no
// incomplete: conversion %2$ of printf
// paths: 0
