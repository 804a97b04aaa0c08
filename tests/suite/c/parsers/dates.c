// Dates from 2000 on as ISO 8601 writes them: read, checked, moved by months and counted in days. Planted: the month
// is checked only from above before it chooses from a table; a day that the new month does not have is kept; the
// steps of a repetition are counted by a length that may be zero.
#include "inputs.h"
#include <assert.h>
#include <pleach.h>
#include <stddef.h>

struct date {
    int year;
    int month; // 1 to 12
    int day;   // 1 to 31
};

enum date_status { DATE_OK, DATE_SYNTAX, DATE_RANGE };

static int is_leap(int year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int days_in_month(int year, int month) {
    static const unsigned char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month - 1] + (month == 2 && is_leap(year)); //~ error: out-of-bounds
}

// The number that so many digits say, or -1.
static int read_digits(const char *text, int count) {
    int value = 0;
    for (int i = 0; i < count; i++) {
        if (text[i] < '0' || text[i] > '9') {
            return -1;
        }
        value = value * 10 + (text[i] - '0');
    }
    return value;
}

// YYYY-MM-DD
static enum date_status date_read(const char *text, size_t length, struct date *date) {
    if (length != 10 || text[4] != '-' || text[7] != '-') {
        return DATE_SYNTAX;
    }
    date->year = read_digits(text, 4);
    date->month = read_digits(text + 5, 2);
    date->day = read_digits(text + 8, 2);
    if (date->year < 2000 || date->month < 0 || date->day < 0) {
        return DATE_SYNTAX;
    }
#ifndef MENDED
    if (date->month > 12 || date->day < 1) {
#else
    if (date->month < 1 || date->month > 12 || date->day < 1) {
#endif
        return DATE_RANGE;
    }
    return date->day <= days_in_month(date->year, date->month) ? DATE_OK : DATE_RANGE;
}

static int days_in_year(int year) {
    return is_leap(year) ? 366 : 365;
}

// Days since the first day of 2000.
static int day_number(const struct date *date) {
    int number = date->day - 1;
    for (int year = 2000; year < date->year; year++) {
        number += days_in_year(year);
    }
    for (int month = 1; month < date->month; month++) {
        number += days_in_month(date->year, month);
    }
    return number;
}

static struct date date_of(int number) {
    struct date date = {2000, 1, 1};
    for (; number >= days_in_year(date.year); date.year++) {
        number -= days_in_year(date.year);
    }
    for (; number >= days_in_month(date.year, date.month); date.month++) {
        number -= days_in_month(date.year, date.month);
    }
    date.day = number + 1;
    return date;
}

static struct date add_months(struct date date, int months) {
    int total = date.year * 12 + date.month - 1 + months;
    date.year = total / 12;
    date.month = total % 12 + 1;
#ifdef MENDED
    int last = days_in_month(date.year, date.month);
    if (date.day > last) {
        date.day = last;
    }
#endif
    return date;
}

// How often something that is repeated every so many days happens in the month that begins with the date.
static int repetitions(struct date from, int every) {
    struct date to = add_months(from, 1);
    int days = day_number(&to) - day_number(&from);
#ifdef MENDED
    if (every == 0) {
        return 1;
    }
#endif
    return days / every; //~ error: div-by-zero
}

static int same(struct date a, struct date b) {
    return a.year == b.year && a.month == b.month && a.day == b.day;
}

// A day of January, February or a month that is none, and a period.
int main(void) {
    char text[] = "2023-0m-dd/Pn";
    symbolic_text(text + 6, 1, "01b", "month");
    symbolic_text(text + 8, 2, "0129", "day");
    symbolic_text(text + 12, 1, "037", "period");
    struct date date;
    enum date_status status = date_read(text, 10, &date);
    if (status != DATE_OK) {
        return 10 + status;
    }
    assert(same(date_of(day_number(&date)), date));
    struct date next = add_months(date, 1);
    assert(same(date_of(day_number(&next)), next)); //~ error: assert
    return repetitions(date, text[12] - '0');
}

// paths: 7
