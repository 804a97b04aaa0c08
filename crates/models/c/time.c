/* <time.h> in the zone UTC and the C locale. The executor says what time it is: always the same, or symbolic values that never
 * decrease (--time).
 */
#include <stddef.h>

/* A function of the executor: whole seconds since 1970. */
long __pleach_now(long last);
int *__errno_location(void);

struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};

struct timespec {
    long tv_sec, tv_nsec;
};

struct timeval {
    long tv_sec, tv_usec;
};

enum { SECOND = 1000000000, EINVAL_ = 22, EOVERFLOW_ = 75 };

static long now(void) {
    static long last;
    last = __pleach_now(last);
    return last;
}

long time(long *to) {
    long seconds = now();
    if (to != NULL) {
        *to = seconds;
    }
    return seconds;
}

/* No processor time passes. */
long clock(void) {
    return 0;
}

int clock_gettime(int which, struct timespec *to) {
    if (which < 0 || which > 11) {
        *__errno_location() = EINVAL_;
        return -1;
    }
    to->tv_sec = now();
    to->tv_nsec = 0;
    return 0;
}

int clock_getres(int which, struct timespec *to) {
    enum { COARSE = 5, COARSE_TOO = 6, TICK = 4000000 };
    if (which < 0 || which > 11) {
        *__errno_location() = EINVAL_;
        return -1;
    }
    if (to != NULL) {
        *to = (struct timespec){0, which == COARSE || which == COARSE_TOO ? TICK : 1};
    }
    return 0;
}

int timespec_get(struct timespec *to, int base) {
    return base == 1 && clock_gettime(0, to) == 0 ? 1 : 0;
}

int gettimeofday(struct timeval *restrict to, void *restrict zone) {
    (void)zone;
    to->tv_sec = now();
    to->tv_usec = 0;
    return 0;
}

double difftime(long a, long b) {
    return a < b ? -(double)((unsigned long)b - (unsigned long)a) : (double)((unsigned long)a - (unsigned long)b);
}

/* Waiting takes no time here. */

unsigned sleep(unsigned seconds) {
    (void)seconds;
    return 0;
}

int usleep(unsigned microseconds) {
    (void)microseconds;
    return 0;
}

int nanosleep(const struct timespec *request, struct timespec *left) {
    (void)left;
    if (request->tv_sec < 0 || request->tv_nsec < 0 || request->tv_nsec >= SECOND) {
        *__errno_location() = EINVAL_;
        return -1;
    }
    return 0;
}

/* Calendars. */

static int is_leap(long year) {
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static long floor_div(long a, long b) {
    return a / b - (a % b < 0);
}

/* Days from 1970-01-01 to the first of March of a year. Years begin with March here, so that a leap day is the last day. */
static long days_before(long year) {
    return 365 * year + floor_div(year, 4) - floor_div(year, 100) + floor_div(year, 400) - 719468;
}

static const short month_starts[2][13] = {
    {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365},
    {0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335, 366},
};

static struct tm *split(long time, struct tm *to, const char *zone) {
    long days = floor_div(time, 86400), seconds = time - days * 86400;
    long z = days + 719468, era = floor_div(z, 146097), in_era = z - era * 146097;
    long year_of_era = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
    long in_year = in_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    long month = (5 * in_year + 2) / 153;
    long year = year_of_era + era * 400 + (month >= 10);
    if (year - 1900 > 0x7fffffff || year - 1900 < -0x7fffffffL - 1) {
        *__errno_location() = EOVERFLOW_;
        return NULL;
    }
    to->tm_mday = (int)(in_year - (153 * month + 2) / 5) + 1;
    to->tm_mon = (int)(month < 10 ? month + 2 : month - 10);
    to->tm_year = (int)(year - 1900);
    to->tm_yday = month_starts[is_leap(year)][to->tm_mon] + to->tm_mday - 1;
    to->tm_wday = (int)((days % 7 + 11) % 7);
    to->tm_hour = (int)(seconds / 3600);
    to->tm_min = (int)(seconds / 60 % 60);
    to->tm_sec = (int)(seconds % 60);
    to->tm_isdst = 0;
    to->tm_gmtoff = 0;
    to->tm_zone = zone;
    return to;
}

static struct tm shared;

/* The zone's names, which a program sees after it has asked for a local time. */
char *tzname[2] = {"GMT", "GMT"};
extern char *__tzname[2] __attribute__((alias("tzname")));
long timezone;
extern long __timezone __attribute__((alias("timezone")));
int daylight;
extern int __daylight __attribute__((alias("daylight")));

void tzset(void) {
    tzname[0] = tzname[1] = "UTC";
}

struct tm *gmtime_r(const long *restrict time, struct tm *restrict to) {
    return split(*time, to, "GMT");
}

struct tm *gmtime(const long *time) {
    return split(*time, &shared, "GMT");
}

struct tm *localtime_r(const long *restrict time, struct tm *restrict to) {
    tzset();
    return split(*time, to, "UTC");
}

struct tm *localtime(const long *time) {
    tzset();
    return split(*time, &shared, "UTC");
}

static long join(struct tm *from, const char *zone) {
    long months = (long)from->tm_year * 12 + from->tm_mon, year = floor_div(months, 12) + 1900;
    int month = (int)(months - floor_div(months, 12) * 12);
    /* The first of January, computed from the March before it. */
    long days = days_before(year - 1) + 306 + month_starts[is_leap(year)][month] + from->tm_mday - 1L;
    long time = days * 86400 + from->tm_hour * 3600L + from->tm_min * 60L + from->tm_sec;
    if (split(time, from, zone) == NULL) {
        return -1;
    }
    return time;
}

long timegm(struct tm *from) {
    return join(from, "GMT");
}

/* There is no summer time in this zone: tm_isdst is ignored. */
long mktime(struct tm *from) {
    tzset();
    return join(from, "UTC");
}

/* Text. */

static const char *const day_names[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const month_names[] = {"January", "February", "March",     "April",   "May",      "June",
                                          "July",    "August",   "September", "October", "November", "December"};

/* A text that must not grow beyond its limit. */
struct text {
    char *at;
    size_t room;
    int full;
};

static void put(struct text *text, char c) {
    if (text->room <= 1) {
        text->full = 1;
        return;
    }
    *text->at++ = c;
    text->room--;
}

static void put_name(struct text *text, const char *name, int length, int upper) {
    for (int i = 0; name[i] != '\0' && i < length; i++) {
        put(text, upper && name[i] >= 'a' && name[i] <= 'z' ? (char)(name[i] - 32) : name[i]);
    }
}

/* A number with at least so many characters, padded with `pad`. */
static void put_number(struct text *text, long value, int width, char pad) {
    char digits[24];
    int count = 0;
    unsigned long magnitude = value < 0 ? -(unsigned long)value : (unsigned long)value;
    do {
        digits[count++] = (char)('0' + magnitude % 10);
        magnitude /= 10;
    } while (magnitude > 0);
    int filled = width - count - (value < 0);
    if (pad == ' ') {
        for (; filled > 0; filled--) {
            put(text, ' ');
        }
    }
    if (value < 0) {
        put(text, '-');
    }
    for (; filled > 0; filled--) {
        put(text, '0');
    }
    while (count > 0) {
        put(text, digits[--count]);
    }
}

/* The week of ISO 8601 that a day is in, and its year. */
static int iso_week(const struct tm *time, long *year) {
    int day = (time->tm_wday + 6) % 7, since = time->tm_yday - day + 3;
    *year = time->tm_year + 1900L;
    if (since < 0) {
        --*year;
        since += 365 + is_leap(*year);
    } else if (since >= 365 + is_leap(*year)) {
        since -= 365 + is_leap(*year);
        ++*year;
    }
    return since / 7 + 1;
}

static void format_into(struct text *text, const char *format, const struct tm *time);

static void conversion(struct text *text, char letter, const struct tm *time, char flag, int width, int upper) {
    static const char unknown[] = "?";
    long year, full = time->tm_year + 1900L;
    int twelve = time->tm_hour % 12 == 0 ? 12 : time->tm_hour % 12;
    char zero = flag == 0 ? '0' : flag, space = flag == 0 ? ' ' : flag;
    const char *day = time->tm_wday < 0 || time->tm_wday > 6 ? unknown : day_names[time->tm_wday];
    const char *month = time->tm_mon < 0 || time->tm_mon > 11 ? unknown : month_names[time->tm_mon];
    /* Without padding, only an explicit width counts. */
#define NUMBER(value, digits, pad)                                                                                     \
    put_number(text, value, width > (digits) || flag == '-' ? width : (digits), flag == '-' ? ' ' : pad)
    switch (letter) {
    case 'a':
        put_name(text, day, 3, upper);
        break;
    case 'A':
        put_name(text, day, 99, upper);
        break;
    case 'b':
    case 'h':
        put_name(text, month, 3, upper);
        break;
    case 'B':
        put_name(text, month, 99, upper);
        break;
    case 'c':
        format_into(text, "%a %b %e %H:%M:%S %Y", time);
        break;
    case 'C':
        NUMBER(floor_div(full, 100), 1, zero);
        break;
    case 'd':
        NUMBER(time->tm_mday, 2, zero);
        break;
    case 'e':
        NUMBER(time->tm_mday, 2, space);
        break;
    case 'D':
    case 'x':
        format_into(text, "%m/%d/%y", time);
        break;
    case 'F':
        put_number(text, full, width > 6 ? width - 6 : 1, flag == '-' ? ' ' : zero);
        format_into(text, "-%m-%d", time);
        break;
    case 'g':
    case 'G':
    case 'V': {
        int week = iso_week(time, &year);
        if (letter == 'V') {
            NUMBER(week, 2, zero);
        } else if (letter == 'G') {
            NUMBER(year, 1, zero);
        } else {
            NUMBER((year % 100 + 100) % 100, 2, zero);
        }
        break;
    }
    case 'H':
        NUMBER(time->tm_hour, 2, zero);
        break;
    case 'I':
        NUMBER(twelve, 2, zero);
        break;
    case 'k':
        NUMBER(time->tm_hour, 2, space);
        break;
    case 'l':
        NUMBER(twelve, 2, space);
        break;
    case 'j':
        NUMBER(time->tm_yday + 1, 3, zero);
        break;
    case 'm':
        NUMBER(time->tm_mon + 1, 2, zero);
        break;
    case 'M':
        NUMBER(time->tm_min, 2, zero);
        break;
    case 'n':
        put(text, '\n');
        break;
    case 'p':
        put_name(text, time->tm_hour < 12 ? "AM" : "PM", 2, 0);
        break;
    case 'P':
        put_name(text, time->tm_hour < 12 ? "am" : "pm", 2, upper);
        break;
    case 'r':
        format_into(text, "%I:%M:%S %p", time);
        break;
    case 'R':
        format_into(text, "%H:%M", time);
        break;
    case 's': {
        struct tm copy = *time;
        NUMBER(mktime(&copy), 1, zero);
        break;
    }
    case 'S':
        NUMBER(time->tm_sec, 2, zero);
        break;
    case 't':
        put(text, '\t');
        break;
    case 'T':
    case 'X':
        format_into(text, "%H:%M:%S", time);
        break;
    case 'u':
        NUMBER((time->tm_wday + 6) % 7 + 1, 1, zero);
        break;
    case 'U':
        NUMBER((time->tm_yday - time->tm_wday + 7) / 7, 2, zero);
        break;
    case 'w':
        NUMBER(time->tm_wday, 1, zero);
        break;
    case 'W':
        NUMBER((time->tm_yday - (time->tm_wday + 6) % 7 + 7) / 7, 2, zero);
        break;
    case 'y':
        NUMBER((full % 100 + 100) % 100, 2, zero);
        break;
    case 'Y':
        NUMBER(full, 1, zero);
        break;
    case 'z':
        if (time->tm_isdst >= 0) {
            format_into(text, "+0000", time);
        }
        break;
    case 'Z':
        if (time->tm_isdst >= 0) {
            put_name(text, time->tm_zone == NULL ? "" : time->tm_zone, 99, upper);
        }
        break;
    case '%':
        put(text, '%');
        break;
    default:
        break;
    }
#undef NUMBER
}

static void format_into(struct text *text, const char *format, const struct tm *time) {
    for (; *format != '\0'; format++) {
        if (*format != '%') {
            put(text, *format);
            continue;
        }
        const char *begin = format++;
        char flag = 0;
        int width = 0, upper = 0;
        for (;; format++) {
            if (*format == '_') {
                flag = ' ';
            } else if (*format == '-' || *format == '0') {
                flag = *format;
            } else if (*format == '^') {
                upper = 1;
            } else {
                break;
            }
        }
        for (; *format >= '0' && *format <= '9'; format++) {
            width = width < 10000 ? width * 10 + (*format - '0') : width;
        }
        if (*format == 'E' || *format == 'O') {
            format++;
        }
        int is_known = 0;
        for (const char *known = "aAbhBcCdeDxFgGVHIkljmMnpPrRsStTXuUwWyYzZ%"; *known != '\0'; known++) {
            is_known |= *known == *format;
        }
        if (is_known) {
            conversion(text, *format, time, flag, width, upper);
            continue;
        }
        /* An unknown conversion is copied as it is. */
        for (; begin < format; begin++) {
            put(text, *begin);
        }
        if (*format == '\0') {
            return;
        }
        put(text, *format);
    }
}

size_t strftime(char *restrict to, size_t room, const char *restrict format, const struct tm *restrict time) {
    struct text text = {to, room, 0};
    format_into(&text, format, time);
    if (text.full || room == 0) {
        return 0;
    }
    *text.at = '\0';
    return (size_t)(text.at - to);
}

static char *describe(const struct tm *time, char *to, size_t room) {
    struct text text = {to, room, 0};
    const char *day = time->tm_wday < 0 || time->tm_wday > 6 ? "???" : day_names[time->tm_wday];
    const char *month = time->tm_mon < 0 || time->tm_mon > 11 ? "???" : month_names[time->tm_mon];
    put_name(&text, day, 3, 0);
    put(&text, ' ');
    put_name(&text, month, 3, 0);
    put_number(&text, time->tm_mday, 3, ' ');
    put(&text, ' ');
    put_number(&text, time->tm_hour, 2, '0');
    put(&text, ':');
    put_number(&text, time->tm_min, 2, '0');
    put(&text, ':');
    put_number(&text, time->tm_sec, 2, '0');
    put(&text, ' ');
    put_number(&text, time->tm_year + 1900L, 1, '0');
    put(&text, '\n');
    if (text.full) {
        *__errno_location() = EOVERFLOW_;
        return NULL;
    }
    *text.at = '\0';
    return to;
}

char *asctime_r(const struct tm *restrict time, char *restrict to) {
    return describe(time, to, 26);
}

char *asctime(const struct tm *time) {
    static char text[114];
    return describe(time, text, sizeof text);
}

char *ctime_r(const long *restrict time, char *restrict to) {
    struct tm parts;
    return split(*time, &parts, "UTC") == NULL ? NULL : asctime_r(&parts, to);
}

char *ctime(const long *time) {
    struct tm *parts = localtime(time);
    return parts == NULL ? NULL : asctime(parts);
}
