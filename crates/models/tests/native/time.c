/* Compares calendars and their texts with the system's. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "compare.h"

/* The executor's clock. */
static long executor_time = 1500000000;

long __pleach_now(long last) {
    (void)last;
    return executor_time;
}

time_t pl_time(time_t *), pl_mktime(struct tm *), pl_timegm(struct tm *);
clock_t pl_clock(void);
int pl_clock_getres(int, struct timespec *), pl_clock_gettime(int, struct timespec *), pl_timespec_get(struct timespec *, int), pl_gettimeofday(struct timeval *, void *);
double pl_difftime(time_t, time_t);
unsigned pl_sleep(unsigned);
int pl_usleep(unsigned), pl_nanosleep(const struct timespec *, struct timespec *);
struct tm *pl_gmtime(const time_t *), *pl_gmtime_r(const time_t *, struct tm *);
struct tm *pl_localtime(const time_t *), *pl_localtime_r(const time_t *, struct tm *);
size_t pl_strftime(char *, size_t, const char *, const struct tm *);
char *pl_asctime(const struct tm *), *pl_asctime_r(const struct tm *, char *), *pl_ctime(const time_t *), *pl_ctime_r(const time_t *, char *);
void pl_tzset(void);

static int same(const struct tm *a, const struct tm *b) {
    return a->tm_sec == b->tm_sec && a->tm_min == b->tm_min && a->tm_hour == b->tm_hour && a->tm_mday == b->tm_mday && a->tm_mon == b->tm_mon &&
           a->tm_year == b->tm_year && a->tm_wday == b->tm_wday && a->tm_yday == b->tm_yday && a->tm_isdst == b->tm_isdst && a->tm_gmtoff == b->tm_gmtoff &&
           strcmp(a->tm_zone, b->tm_zone) == 0;
}

static void text(const struct tm *parts) {
    static const char *const pieces[] = {"%a", "%A", "%b", "%B", "%c", "%C", "%d", "%D", "%e", "%F", "%g", "%G", "%h", "%H", "%I", "%j", "%k", "%l", "%m",
                                         "%M", "%n", "%p", "%P", "%r", "%R", "%s", "%S", "%t", "%T", "%u", "%U", "%V", "%w", "%W", "%x", "%X", "%y", "%Y", "%z", "%Z",
                                         "%%", "%Ey", "%Od", "%-d", "%_d", "%^a", "%^B", "%5d", "%_5H", "%05e", "-", " at ", "%-5j", "%10Y", "%_3S"};
    char format[64] = "", ours[80], theirs[80];
    for (unsigned count = 1 + below(4); count > 0; count--) {
        strcat(format, pieces[below(sizeof pieces / sizeof *pieces)]);
    }
    size_t room = below(6) == 0 ? below(12) : sizeof ours;
    memset(ours, 0, sizeof ours);
    memset(theirs, 0, sizeof theirs);
    size_t got = pl_strftime(ours, room, format, parts), expected = strftime(theirs, room, format, parts);
    CHECK(got == expected && (expected == 0 || strcmp(ours, theirs) == 0), "'%s' in %zu: '%s', not '%s'", format, room, ours, theirs);
}

void times(void) {
    setenv("TZ", "UTC", 1);
    tzset();
    pl_tzset();
    for (int round = 0; round < 60000; round++) {
        time_t t = (time_t)next();
        unsigned kind = below(4);
        t = kind == 0 ? t % 4000000000 : kind == 1 ? t % 400000000000 : kind == 2 ? t % 100000 : t >> below(20);
        struct tm a, b;
        errno = 0;
        struct tm *got = pl_gmtime_r(&t, &a);
        int error = errno;
        errno = 0;
        struct tm *expected = gmtime_r(&t, &b);
        CHECK(!got == !expected && error == errno && (expected == NULL || same(&a, &b)), "%ld", t);
        if (expected == NULL || got == NULL) {
            continue;
        }
        CHECK(same(pl_gmtime(&t), gmtime(&t)) && same(pl_localtime(&t), localtime(&t)), "%ld", t);
        CHECK(pl_localtime_r(&t, &a) == &a && localtime_r(&t, &b) == &b && same(&a, &b), "%ld", t);
        text(&b);
        CHECK(pl_timegm(&a) == timegm(&b) && same(&a, &b), "%ld", t);
        if (t > -100000000000 && t < 100000000000) {
            char x[64] = "", y[64] = "";
            CHECK(strcmp(pl_ctime(&t), ctime(&t)) == 0 && strcmp(pl_asctime(&b), asctime(&b)) == 0, "%ld", t);
            CHECK(!pl_ctime_r(&t, x) == !ctime_r(&t, y) && (y[24] == '\0' || strcmp(x, y) == 0), "%ld: %s, not %s", t, x, y);
            CHECK(!pl_asctime_r(&b, x) == !asctime_r(&b, y) && (y[24] == '\0' || strcmp(x, y) == 0), "%ld: %s, not %s", t, x, y);
        }
        /* Parts that are out of their ranges count over. */
        b.tm_sec += (int)below(4000) - 2000;
        b.tm_min += (int)below(4000) - 2000;
        b.tm_hour += (int)below(400) - 200;
        b.tm_mday += (int)below(1000) - 500;
        b.tm_mon += (int)below(100) - 50;
        if (abs(b.tm_year) < 1000000) {
            a = b;
            time_t ours = pl_mktime(&a), theirs = mktime(&b);
            CHECK(ours == theirs && same(&a, &b), "%ld, not %ld", ours, theirs);
        }
        time_t u = (time_t)next();
        CHECK(pl_difftime(t, u / 2) == difftime(t, u / 2), "%ld %ld", t, u);
    }
    struct timespec spec, too_long = {0, 1000000000};
    struct timeval val;
    time_t t;
    CHECK(pl_time(&t) == 1500000000 && t == 1500000000 && pl_clock() == 0, "the clock stands still");
    static const int clocks[] = {0, 1, 2, 3, 4, 7, 11};
    for (int i = 0; i < 7; i++) {
        struct timespec native;
        CHECK(pl_clock_getres(clocks[i], &spec) == clock_getres(clocks[i], &native) && spec.tv_nsec == native.tv_nsec, "%d", clocks[i]);
    }
    CHECK(pl_clock_getres(5, NULL) == 0 && pl_clock_getres(99, NULL) == -1 && pl_clock_getres(-1, NULL) == -1, "no clocks");
    CHECK(pl_clock_gettime(0, &spec) == 0 && spec.tv_sec == 1500000000 && spec.tv_nsec == 0 && pl_clock_gettime(99, &spec) < 0, "clocks");
    CHECK(pl_timespec_get(&spec, TIME_UTC) == TIME_UTC && pl_gettimeofday(&val, NULL) == 0 && val.tv_usec == 0, "clocks");
    CHECK(pl_sleep(3) == 0 && pl_usleep(3) == 0 && pl_nanosleep(&spec, NULL) == 0 && pl_nanosleep(&too_long, NULL) < 0, "waiting");
}
