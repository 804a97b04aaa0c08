// va_list handed on by value and by pointer, copied, read twice, and given to vprintf and vsnprintf.
#include <stdarg.h>
#include <stdio.h>

static int take(va_list *list) {
    return va_arg(*list, int);
}

static int sum_rest(int count, va_list list) {
    int total = 0;
    while (count-- > 0) {
        total += va_arg(list, int);
    }
    return total;
}

static int both_ways(int count, ...) {
    va_list list, copy;
    va_start(list, count);
    int first = take(&list);
    va_copy(copy, list);
    int rest = sum_rest(count - 1, copy);
    va_end(copy);
    int second = take(&list), third = take(&list);
    va_end(list);
    va_start(list, count);
    int again = va_arg(list, int);
    va_end(list);
    return first * 1000000 + rest * 10000 + second * 1000 + third * 100 + again;
}

static int format_twice(char *buffer, size_t size, const char *format, ...) {
    va_list list, measure;
    va_start(list, format);
    va_copy(measure, list);
    int length = vsnprintf(NULL, 0, format, measure);
    va_end(measure);
    vsnprintf(buffer, size, format, list);
    va_end(list);
    return length;
}

static void say(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}

struct sink {
    int (*write)(const char *format, va_list list);
};

static void through(const struct sink *sink, const char *format, ...) {
    va_list list;
    va_start(list, format);
    sink->write(format, list);
    va_end(list);
}

int main(void) {
    printf("%d\n", both_ways(5, 1, 2, 3, 4, 5));
    char buffer[16];
    printf("%d ", format_twice(buffer, sizeof buffer, "%s-%d-%lx-%c", "word", -42, 0xabcdefL, 'z'));
    puts(buffer);
    say("%d %d %d %d %d %d %d %s\n", 1, 2, 3, 4, 5, 6, 7, "eight");
    struct sink sink = {vprintf};
    through(&sink, "%s %u\n", "sink", 7u);
    return 0;
}
// paths: 1
