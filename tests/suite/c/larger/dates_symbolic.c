// The day after: every valid date has a next one, which is valid and later, except where the table has a mistake.
#include <pleach.h>

static const unsigned char lengths[13] = {0, 31, 28, 31, 30, 31, 30, 31, 31, 31, 31, 30, 31}; /* September has 30 */

static int is_leap(int year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int length(int year, int month) {
    return month == 2 && is_leap(year) ? 29 : lengths[month];
}

int main(void) {
    int year = pleach_range(1995, 2005, "year");
    int month = pleach_range(1, 13, "month");
    int day = pleach_range(1, 32, "day");
    if (day > length(year, month)) {
        return 1;
    }
    int next_day = day + 1, next_month = month, next_year = year;
    if (next_day > length(year, month)) {
        next_day = 1;
        if (++next_month > 12) {
            next_month = 1;
            next_year++;
        }
    }
    pleach_assert(next_day <= length(next_year, next_month));
    pleach_assert(!(month == 9 && day == 31)); //~ error: assert
    return 0;
}
// paths: 18
// errors: 1
