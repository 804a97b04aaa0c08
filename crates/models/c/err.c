/* <err.h> and error() of <error.h>: messages to standard error. The program's name is not known here: messages
 * begin with "program: ". */
#include <stdarg.h>
#include <stddef.h>

int *__errno_location(void);
int vsnprintf(char *restrict to, size_t size, const char *restrict format, va_list list);
char *strerror(int number);
size_t strlen(const char *s);
long write(int fd, const void *from, size_t count);
void *malloc(size_t size);
void free(void *p);
void exit(int status);

unsigned error_message_count;

static void put(const char *text) {
    write(2, text, strlen(text));
}

/* Prints the program's name, the message if there is one, and the meaning of the error number unless it is negative. */
static void tell(const char *format, va_list list, int number) {
    put("program: ");
    if (format != NULL) {
        va_list again;
        va_copy(again, list);
        int length = vsnprintf(NULL, 0, format, list);
        char *text = length < 0 ? NULL : malloc((size_t)length + 1);
        if (text != NULL) {
            vsnprintf(text, (size_t)length + 1, format, again);
            put(text);
            free(text);
        }
        va_end(again);
    }
    if (number >= 0) {
        if (format != NULL) {
            put(": ");
        }
        put(strerror(number));
    }
    put("\n");
}

void vwarn(const char *format, va_list list) {
    int saved = *__errno_location();
    tell(format, list, saved);
    *__errno_location() = saved;
}

void vwarnx(const char *format, va_list list) {
    int saved = *__errno_location();
    tell(format, list, -1);
    *__errno_location() = saved;
}

void verr(int status, const char *format, va_list list) {
    vwarn(format, list);
    exit(status);
}

void verrx(int status, const char *format, va_list list) {
    vwarnx(format, list);
    exit(status);
}

void warn(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vwarn(format, list);
    va_end(list);
}

void warnx(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vwarnx(format, list);
    va_end(list);
}

void err(int status, const char *format, ...) {
    va_list list;
    va_start(list, format);
    verr(status, format, list);
}

void errx(int status, const char *format, ...) {
    va_list list;
    va_start(list, format);
    verrx(status, format, list);
}

void error(int status, int number, const char *format, ...) {
    va_list list;
    va_start(list, format);
    tell(format, list, number != 0 ? number : -1);
    va_end(list);
    error_message_count++;
    if (status != 0) {
        exit(status);
    }
}
