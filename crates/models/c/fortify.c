/*
 * The checking variants that headers call where _FORTIFY_SOURCE is set. The extra argument is the room that the compiler
 * knows of; the executor checks every access itself, so the plain function does.
 */
#include <stddef.h>

char *strcpy(char *to, const char *from);
char *strcat(char *to, const char *from);
char *strncpy(char *to, const char *from, size_t limit);
char *strncat(char *to, const char *from, size_t limit);
char *stpcpy(char *to, const char *from);
char *stpncpy(char *to, const char *from, size_t limit);
void *mempcpy(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);

char *__strcpy_chk(char *to, const char *from, size_t room) {
    (void)room;
    return strcpy(to, from);
}

char *__strcat_chk(char *to, const char *from, size_t room) {
    (void)room;
    return strcat(to, from);
}

char *__strncpy_chk(char *to, const char *from, size_t limit, size_t room) {
    (void)room;
    return strncpy(to, from, limit);
}

char *__strncat_chk(char *to, const char *from, size_t limit, size_t room) {
    (void)room;
    return strncat(to, from, limit);
}

char *__stpcpy_chk(char *to, const char *from, size_t room) {
    (void)room;
    return stpcpy(to, from);
}

char *__stpncpy_chk(char *to, const char *from, size_t limit, size_t room) {
    (void)room;
    return stpncpy(to, from, limit);
}

void *__mempcpy_chk(void *to, const void *from, size_t size, size_t room) {
    (void)room;
    return mempcpy(to, from, size);
}

void __explicit_bzero_chk(void *to, size_t size, size_t room) {
    (void)room;
    memset(to, 0, size);
}
