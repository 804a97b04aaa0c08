// The clock stands still, and what it says has a date.
#include <pleach.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

int main(void) {
    time_t now = time(NULL);
    struct timespec spec;
    struct timeval val;
    char text[64];
    pleach_assert(clock_gettime(CLOCK_REALTIME, &spec) == 0 && gettimeofday(&val, NULL) == 0 && spec.tv_sec == now && val.tv_sec == now);
    struct tm *parts = gmtime(&now);
    pleach_assert(strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %A", parts) == 26);
    puts(text);
    pleach_assert(strcmp(text, "2001-09-09 01:46:40 Sunday") == 0 && timegm(parts) == now);
    for (int month = 0; month < 12; month++) {
        struct tm day = {.tm_year = 100, .tm_mon = month, .tm_mday = 31};
        timegm(&day);
        pleach_assert(day.tm_mday == 31 ? day.tm_mon == month : day.tm_mday <= 2 && day.tm_mon == month + 1);
    }
    return 0;
}
// paths: 1
