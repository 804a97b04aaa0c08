// Compiled with -D_FORTIFY_SOURCE=2, as distributions do: the library's checking variants behave as the plain functions.
// cflags: -O2 -D_GNU_SOURCE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static char buffer[32];

__attribute__((noinline)) static const char *hide(const char *text) {
    __asm__ volatile("" ::: "memory");
    return text;
}

__attribute__((noinline)) static size_t hide_size(size_t size) {
    __asm__ volatile("" ::: "memory");
    return size;
}

__attribute__((noinline)) static void say(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(buffer, hide_size(20), format, list);
    va_end(list);
    puts(buffer);
    va_start(list, format);
    vsprintf(buffer, format, list);
    va_end(list);
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    putchar('\n');
}

int main(void) {
    strcpy(buffer, hide("copy"));
    strcat(buffer, hide("+cat"));
    strncat(buffer, hide("ncat"), hide_size(2));
    puts(buffer);
    strncpy(buffer, hide("replaced"), hide_size(3));
    *stpcpy(buffer + 20, hide("end")) = '.';
    puts(buffer);
    memcpy(buffer, hide("memory"), hide_size(6));
    memmove(buffer + 2, buffer, hide_size(8));
    memset(buffer + 1, '-', hide_size(2));
    *(char *)mempcpy(buffer + 12, hide("xyz"), hide_size(3)) = '\0';
    puts(buffer);
    sprintf(buffer, hide("%s %d"), hide("sprintf"), 42);
    puts(buffer);
    snprintf(buffer, hide_size(8), hide("%s %d"), hide("snprintf"), 42);
    puts(buffer);
    printf(hide("%s %c\n"), hide("printf"), 'c');
    fprintf(stdout, hide("%s %x\n"), hide("fprintf"), 255);
    say(hide("%s %ld"), hide("variadic"), 7L);
    explicit_bzero(buffer, hide_size(4));
    printf("%d%d\n", buffer[0], buffer[3]);
    return 0;
}
// paths: 1
