/* <err.h> and <error.h>, and the program's name, by which both begin their messages. */
#include <stdarg.h>
#include <stddef.h>

int *__errno_location(void);
int vsnprintf(char *restrict to, size_t size, const char *restrict format, va_list list);
int snprintf(char *restrict to, size_t size, const char *restrict format, ...);
int strcmp(const char *a, const char *b);
char *strerror(int number);
size_t strlen(const char *s);
long write(int fd, const void *from, size_t count);
void *malloc(size_t size);
void free(void *p);
void exit(int status);

/* The name that the executor starts every program by. */
char *program_invocation_name = "program";
char *program_invocation_short_name = "program";
extern char *__progname_full __attribute__((alias("program_invocation_name")));
extern char *__progname __attribute__((alias("program_invocation_short_name")));

unsigned error_message_count;
int error_one_per_line;
void (*error_print_progname)(void);

static void put(const char *text) {
    write(2, text, strlen(text));
}

/* Prints the message if there is one, and the meaning of the error number unless it is negative. */
static void tell_message(const char *format, va_list list, int number) {
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

static void tell(const char *format, va_list list, int number) {
    put(program_invocation_short_name);
    put(": ");
    tell_message(format, list, number);
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

/* What error() and error_at_line() begin with. */
static void tell_name(const char *after) {
    if (error_print_progname != NULL) {
        error_print_progname();
    } else {
        put(program_invocation_name);
        put(after);
    }
}

static void tell_error(int status, int number, const char *format, va_list list) {
    tell_message(format, list, number != 0 ? number : -1);
    error_message_count++;
    if (status != 0) {
        exit(status);
    }
}

void error(int status, int number, const char *format, ...) {
    va_list list;
    va_start(list, format);
    tell_name(": ");
    tell_error(status, number, format, list);
    va_end(list);
}

void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...) {
    static const char *last_file;
    static unsigned last_line;
    if (error_one_per_line) {
        if (last_line == line && (file == last_file || (file != NULL && last_file != NULL && strcmp(file, last_file) == 0))) {
            return;
        }
        last_file = file;
        last_line = line;
    }
    va_list list;
    va_start(list, format);
    tell_name(":");
    if (file != NULL) {
        char number_text[16];
        snprintf(number_text, sizeof number_text, ":%u: ", line);
        put(file);
        put(number_text);
    } else {
        put(" ");
    }
    tell_error(status, number, format, list);
    va_end(list);
}
