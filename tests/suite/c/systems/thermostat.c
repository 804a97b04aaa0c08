// A thermostat: settings in a block as they come from a memory chip, a controller in fixed-point arithmetic, and a
// state machine around it. Planted: a flag of the settings is used as the byte it comes as, the interval of the
// derivative may be zero, negative errors are shifted to the left, and the state that faults lead to is not handled.
// cflags: -fsanitize=undefined
#include <klee/klee.h>
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { FRACTION_BITS = 4, POWER_MAX = 100 << FRACTION_BITS };

enum state { IDLE, HEATING, COOLING, FAULT };

/* The layout of the chip. */
struct settings {
    int8_t target;
    int8_t interval; /* in seconds; the chip is erased to 0 */
    bool can_cool;
    uint8_t gain;
};

struct controller {
    struct settings settings;
    enum state state;
    int last_error;
    int faults;
};

static int read_settings(struct settings *settings, const uint8_t chip[4]) {
#ifndef MENDED
    memcpy(settings, chip, sizeof *settings);
#else
    settings->target = (int8_t)chip[0];
    settings->interval = (int8_t)chip[1];
    settings->can_cool = chip[2] != 0;
    settings->gain = chip[3];
    if (settings->interval <= 0) {
        return -1;
    }
#endif
    return settings->gain <= 8 ? 0 : -1;
}

static int clamp(int value, int low, int high) {
    return value < low ? low : value > high ? high : value;
}

/* Power in fixed point: a part for the error and one for how fast it changes. */
static int power_for(struct controller *controller, int error) {
    int change = (error - controller->last_error) * (1 << FRACTION_BITS);
    int rate = change / controller->settings.interval; //~ error: div-by-zero
#ifndef MENDED
    int proportional = (error << FRACTION_BITS) * controller->settings.gain; //~ error: overshift
#else
    int proportional = error * (1 << FRACTION_BITS) * controller->settings.gain;
#endif
    controller->last_error = error;
    return clamp(proportional + rate, -POWER_MAX, POWER_MAX);
}

static enum state next_state(const struct controller *controller, int power) {
    switch (controller->state) {
    case IDLE:
        if (power > 0) {
            return HEATING;
        }
        return power < 0 ? COOLING : IDLE;
    case HEATING:
        return power > 0 ? HEATING : IDLE;
    case COOLING:
        return power < 0 ? COOLING : IDLE;
#ifdef MENDED
    case FAULT:
        return power == 0 ? IDLE : FAULT;
#endif
    default:
        __builtin_unreachable(); //~ error: unreachable
    }
}

static void step(struct controller *controller, int8_t temperature) {
    if (temperature == -128) {
        /* The sensor is broken. */
        controller->state = FAULT;
        controller->faults++;
        return;
    }
    int error = controller->settings.target - temperature;
    if (error < 0 && !controller->settings.can_cool) { //~ error: undefined
        error = 0;
    }
    int power = power_for(controller, error);
    enum state before = controller->state;
    controller->state = next_state(controller, power);
    /* Never from heating to cooling at once. */
    assert(!(before == HEATING && controller->state == COOLING));
}

int main(void) {
    struct controller controller = {.state = IDLE};
    uint8_t chip[4];
    int8_t temperatures[2];
    klee_make_symbolic(chip, sizeof chip, "chip");
    klee_make_symbolic(temperatures, sizeof temperatures, "temperatures");
    /* The rest of the settings is known to be good. */
    klee_assume(chip[0] == 20);
    klee_assume(chip[1] == 0 || chip[1] == 4);
    klee_assume(chip[3] == 2);
    if (read_settings(&controller.settings, chip) != 0) {
        return 1;
    }
    for (int i = 0; i < 2; i++) {
        step(&controller, temperatures[i]);
    }
    return (int)controller.state + 10 * controller.faults;
}

// paths: 41
