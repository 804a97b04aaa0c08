// A vending machine: coins in, selections, change from a limited stock of coins, and a service mode. Planted: change is
// given greedily even where that does not come out, so that money is kept; a selection by its digit reaches one drawer
// too far; and an event that the state does not know is reported as an error of the program instead of being refused.
#include <klee/klee.h>
#include <assert.h>
#include <stdlib.h>

enum { DRAWERS = 3, COIN_KINDS = 3 };

enum state { WAITING, PAYING, SERVICE };

static const int coin_values[COIN_KINDS] = {50, 20, 10};

struct drawer {
    int price;
    int left;
};

struct machine {
    enum state state;
    struct drawer *drawers;
    int coins[COIN_KINDS]; /* in stock, what was put in included */
    int paid;
    int sold; /* for how much */
    int returned;
};

static int stock(const struct machine *machine) {
    int sum = 0;
    for (int i = 0; i < COIN_KINDS; i++) {
        sum += machine->coins[i] * coin_values[i];
    }
    return sum;
}

/* Gives the amount back, the largest coins first. Where they do not come out, nothing is given. */
static int give_change(struct machine *machine, int amount) {
    int given[COIN_KINDS] = {0}, rest = amount;
    for (int i = 0; i < COIN_KINDS; i++) {
        while (rest >= coin_values[i] && given[i] < machine->coins[i]) {
            given[i]++;
            rest -= coin_values[i];
        }
    }
#ifdef MENDED
    if (rest > 0) {
        return 0;
    }
#endif
    for (int i = 0; i < COIN_KINDS; i++) {
        machine->coins[i] -= given[i];
        machine->returned += given[i] * coin_values[i];
    }
    return 1;
}

static void insert_coin(struct machine *machine, int kind) {
    machine->coins[kind]++;
    machine->paid += coin_values[kind];
    machine->state = PAYING;
}

/* Sells from the drawer, or leaves everything as it is. */
static int select_drawer(struct machine *machine, int number) {
#ifndef MENDED
    if (number < 0 || number > DRAWERS) {
#else
    if (number < 0 || number >= DRAWERS) {
#endif
        return 0;
    }
    struct drawer *drawer = &machine->drawers[number];
    if (drawer->left == 0 || drawer->price > machine->paid) { //~ error: out-of-bounds
        return 0;
    }
    if (!give_change(machine, machine->paid - drawer->price)) {
        return 0;
    }
    drawer->left--;
    machine->sold += drawer->price;
    machine->paid = 0;
    machine->state = WAITING;
    return 1;
}

static void cancel(struct machine *machine) {
    if (give_change(machine, machine->paid)) {
        machine->paid = 0;
        machine->state = WAITING;
    }
}

static void unexpected(const struct machine *machine, const char *event) {
#ifndef MENDED
    (void)machine;
    klee_report_error(__FILE__, __LINE__, event, "event"); //~ error: user
#else
    (void)event;
    assert(machine->state == WAITING || machine->state == PAYING || machine->state == SERVICE);
#endif
}

static void handle(struct machine *machine, char event) {
    if (machine->state == SERVICE && event != 's') {
        unexpected(machine, "only 's' ends the service");
        return;
    }
    switch (event) {
    case 'f':
        insert_coin(machine, 0);
        break;
    case 't':
        insert_coin(machine, 1);
        break;
    case '1':
    case '2':
    case '3':
    case '4':
        select_drawer(machine, event - '1');
        break;
    case 'c':
        cancel(machine);
        break;
    case 's':
        machine->state = machine->state == SERVICE ? WAITING : machine->state == WAITING ? SERVICE : PAYING;
        break;
    default:
        break;
    }
}

int main(void) {
    char events[3];
    struct machine machine = {.state = WAITING, .coins = {0, 1, 0}};
    klee_make_symbolic(events, sizeof events, "events");
    machine.drawers = malloc(DRAWERS * sizeof *machine.drawers);
    if (machine.drawers == NULL) {
        return 1;
    }
    for (int i = 0; i < DRAWERS; i++) {
        machine.drawers[i] = (struct drawer){20 + 10 * i, i};
    }
    int before = stock(&machine), inserted = 0;
    for (int i = 0; i < 3; i++) {
        inserted += machine.state == SERVICE ? 0 : events[i] == 'f' ? 50 : events[i] == 't' ? 20 : 0;
        handle(&machine, events[i]);
    }
    /* What was put in has been given back, is paid, or has been sold for. */
    assert(inserted == machine.returned + machine.paid + machine.sold); //~ error: assert
    assert(stock(&machine) == before + inserted - machine.returned);
    free(machine.drawers);
    return (int)machine.state;
}

// paths: 347
