// Listeners in a list that are called for events and may take themselves or others out meanwhile; events wait in a
// queue of their own. Planted: the walk over the listeners goes on from one that has been freed by its own callback,
// the list's last link is not set back when its last listener goes, and a listener's name that it shares is freed with
// it.
#include <klee/klee.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { QUEUE_SIZE = 4 };

enum event { NOTHING, PING, QUIT, HUSH };

struct bus;
struct listener;

typedef void (*callback)(struct bus *bus, struct listener *listener, enum event event);

struct listener {
    struct listener *next;
    callback call;
    char *name;
    int owns_name;
    int heard;
};

struct bus {
    struct listener *first;
    struct listener **last; /* the link that the next listener is put into */
    enum event queue[QUEUE_SIZE];
    int begin, waiting;
    int listeners;
};

static char everybody[] = "all";

static void bus_init(struct bus *bus) {
    memset(bus, 0, sizeof *bus);
    bus->last = &bus->first;
}

/* Adds a listener; without a name it shares the common one. */
static struct listener *subscribe(struct bus *bus, callback call, const char *name) {
    struct listener *listener = calloc(1, sizeof *listener);
    if (listener == NULL) {
        abort();
    }
    listener->call = call;
    listener->name = everybody;
    if (name != NULL) {
        listener->name = malloc(strlen(name) + 1);
        if (listener->name == NULL) {
            abort();
        }
        strcpy(listener->name, name);
        listener->owns_name = 1;
    }
    *bus->last = listener; //~ error: use-after-free
    bus->last = &listener->next;
    bus->listeners++;
    return listener;
}

static void listener_free(struct listener *listener) {
#ifndef MENDED
    if (listener->name != NULL) {
#else
    if (listener->owns_name) {
#endif
        free(listener->name); //~ error: invalid-free
    }
    free(listener);
}

static void unsubscribe(struct bus *bus, struct listener *listener) {
    struct listener **link = &bus->first;
    while (*link != listener) {
        link = &(*link)->next;
    }
    *link = listener->next;
#ifdef MENDED
    if (bus->last == &listener->next) {
        bus->last = link;
    }
#endif
    listener_free(listener);
    bus->listeners--;
}

static int post(struct bus *bus, enum event event) {
    if (bus->waiting == QUEUE_SIZE) {
        return -1;
    }
    bus->queue[(bus->begin + bus->waiting++) % QUEUE_SIZE] = event;
    return 0;
}

static void deliver(struct bus *bus, enum event event) {
    struct listener *listener = bus->first;
    while (listener != NULL) {
#ifndef MENDED
        listener->call(bus, listener, event);
        listener = listener->next; //~ error: use-after-free
#else
        struct listener *next = listener->next;
        listener->call(bus, listener, event);
        listener = next;
#endif
    }
}

static void run(struct bus *bus) {
    while (bus->waiting > 0) {
        enum event event = bus->queue[bus->begin];
        bus->begin = (bus->begin + 1) % QUEUE_SIZE;
        bus->waiting--;
        deliver(bus, event);
    }
}

static void close_bus(struct bus *bus) {
    while (bus->first != NULL) {
        struct listener *next = bus->first->next;
        listener_free(bus->first);
        bus->first = next;
    }
}

/* Hears everything, and leaves when asked to. */
static void on_any(struct bus *bus, struct listener *listener, enum event event) {
    listener->heard++;
    if (event == HUSH && listener->owns_name) {
        unsubscribe(bus, listener);
    }
}

/* Answers the first ping with a quit. */
static void on_ping(struct bus *bus, struct listener *listener, enum event event) {
    if (event == PING && listener->heard++ == 0) {
        post(bus, QUIT);
    }
}

static enum event event_of(char c) {
    switch (c) {
    case 'p':
        return PING;
    case 'q':
        return QUIT;
    case 'h':
        return HUSH;
    default:
        return NOTHING;
    }
}

int main(void) {
    struct bus bus;
    char in[3];
    klee_make_symbolic(in, sizeof in, "in");
    bus_init(&bus);
    subscribe(&bus, on_ping, "pong");
    struct listener *passing = subscribe(&bus, on_any, in[2] == 'n' ? NULL : "log");
    if (in[2] == 'u') {
        unsubscribe(&bus, passing);
        subscribe(&bus, on_any, "late");
    }
    for (int i = 0; i < 2; i++) {
        post(&bus, event_of(in[i]));
    }
    run(&bus);
    int left = bus.listeners;
    assert(left == 1 || left == 2);
    assert(bus.first != NULL && bus.waiting == 0);
    close_bus(&bus);
    return left;
}

// paths: 33
