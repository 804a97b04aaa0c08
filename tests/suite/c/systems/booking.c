// A calendar of one room: bookings as intervals in a sorted list, conflicts, cancelling, merging of neighbours that
// belong to one guest, and statistics. Planted: merging frees the later booking and goes on from it, an interval that
// ends before it begins is an error of the program, the first of several bookings is cancelled through a null pointer,
// and the average length is asked of an empty calendar.
#include <klee/klee.h>
#include <assert.h>
#include <stdlib.h>

enum status { OK, CONFLICT, BACKWARDS, NOT_FOUND, NO_MEMORY };

struct booking {
    int begin, end; /* the end is not included */
    int guest;
    struct booking *next;
};

struct calendar {
    struct booking *first;
    int count;
};

static enum status book(struct calendar *calendar, int begin, int end, int guest) {
    if (begin >= end) {
#ifndef MENDED
        klee_report_error(__FILE__, __LINE__, "an interval ends before it begins", "interval"); //~ error: user
#else
        return BACKWARDS;
#endif
    }
    struct booking **link = &calendar->first;
    while (*link != NULL && (*link)->end <= begin) {
        link = &(*link)->next;
    }
    if (*link != NULL && (*link)->begin < end) {
        return CONFLICT;
    }
    struct booking *booking = malloc(sizeof *booking);
    if (booking == NULL) {
        return NO_MEMORY;
    }
    *booking = (struct booking){begin, end, guest, *link};
    *link = booking;
    calendar->count++;
    return OK;
}

/* Cancels the booking that begins there. */
static enum status cancel(struct calendar *calendar, int begin) {
#ifndef MENDED
    struct booking *before = NULL;
    struct booking *booking = calendar->first;
    while (booking != NULL && booking->begin != begin) {
        before = booking;
        booking = booking->next;
    }
    if (booking == NULL) {
        return NOT_FOUND;
    }
    if (calendar->count == 1) {
        calendar->first = NULL;
    } else {
        before->next = booking->next; //~ error: null
    }
#else
    struct booking **link = &calendar->first;
    while (*link != NULL && (*link)->begin != begin) {
        link = &(*link)->next;
    }
    struct booking *booking = *link;
    if (booking == NULL) {
        return NOT_FOUND;
    }
    *link = booking->next;
#endif
    free(booking);
    calendar->count--;
    return OK;
}

/* Makes one booking of neighbours of one guest. */
static int merge(struct calendar *calendar) {
    int merged = 0;
    struct booking *booking = calendar->first;
    while (booking != NULL) {
        struct booking *next = booking->next; //~ error: use-after-free
        if (next != NULL && next->begin == booking->end && next->guest == booking->guest) {
            booking->end = next->end;
            booking->next = next->next;
            free(next);
            calendar->count--;
            merged++;
#ifdef MENDED
            continue;
#endif
        }
        booking = next;
    }
    return merged;
}

static int average_length(const struct calendar *calendar) {
    int sum = 0;
    for (const struct booking *booking = calendar->first; booking != NULL; booking = booking->next) {
        sum += booking->end - booking->begin;
    }
#ifdef MENDED
    if (calendar->count == 0) {
        return 0;
    }
#endif
    return sum / calendar->count; //~ error: div-by-zero
}

/* Bookings are in order, none is empty, and no two overlap. */
static void check(const struct calendar *calendar) {
    int count = 0, free_from = 0;
    for (const struct booking *booking = calendar->first; booking != NULL; booking = booking->next) {
        assert(booking->begin >= free_from && booking->begin < booking->end);
        free_from = booking->end;
        count++;
    }
    assert(count == calendar->count);
}

static void clear(struct calendar *calendar) {
    while (calendar->first != NULL) {
        struct booking *next = calendar->first->next;
        free(calendar->first);
        calendar->first = next;
    }
}

int main(void) {
    struct calendar calendar = {NULL, 0};
    struct {
        unsigned char begin, end;
        unsigned char cancelled;
        unsigned char both;
    } in;
    klee_make_symbolic(&in, sizeof in, "in");

    enum status status = book(&calendar, 10, 12, 1);
    if (status == OK && in.both & 1) {
        status = book(&calendar, 20, 25, 2);
    }
    if (status == OK) {
        status = book(&calendar, in.begin, in.end, 1);
    }
    check(&calendar);
    enum status cancelled = cancel(&calendar, in.cancelled);
    int merged = merge(&calendar);
    check(&calendar);
    int average = average_length(&calendar);
    assert(average >= 0 && average < 256);
    clear(&calendar);
    return (int)status + 8 * (int)cancelled + 64 * merged;
}

// paths: 36
