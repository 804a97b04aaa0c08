// A shell of a device: commands in a table with their handlers, settings with default values, and an answer as text.
// Planted: an answer is put together in a local buffer and handed out, a setting that still has its default is freed
// like one on the heap, and a default is written over in place because the new value is not longer.
#include <klee/klee.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SETTINGS = 2, ANSWER_SIZE = 16 };

struct setting {
    const char *name;
    char *value;
    int is_default;
};

struct device {
    struct setting settings[SETTINGS];
    char answer[ANSWER_SIZE];
    int errors;
};

typedef const char *(*handler)(struct device *device, char setting, const char *value);

struct command {
    char letter;
    handler run;
};

static struct setting *find(struct device *device, char name) {
    for (int i = 0; i < SETTINGS; i++) {
        if (device->settings[i].name[0] == name) {
            return &device->settings[i];
        }
    }
    return NULL;
}

static const char *failed(struct device *device, const char *why) {
    device->errors++;
    return why;
}

static const char *run_get(struct device *device, char name, const char *value) {
    (void)value;
    struct setting *setting = find(device, name);
    if (setting == NULL) {
        return failed(device, "unknown");
    }
#ifndef MENDED
    char buffer[ANSWER_SIZE];
    char *answer = buffer;
#else
    char *answer = device->answer;
#endif
    strcpy(answer, setting->name);
    strcat(answer, "=");
    strncat(answer, setting->value, ANSWER_SIZE - strlen(answer) - 1);
    return answer;
}

static const char *run_set(struct device *device, char name, const char *value) {
    struct setting *setting = find(device, name);
    if (setting == NULL) {
        return failed(device, "unknown");
    }
    size_t length = strlen(value);
    /* A value that is no longer than the old one takes its place. */
#ifndef MENDED
    if (length <= strlen(setting->value)) {
#else
    if (!setting->is_default && length <= strlen(setting->value)) {
#endif
        for (size_t i = 0; i <= length; i++) {
            setting->value[i] = value[i]; //~ error: read-only-write
        }
        return "ok";
    }
    char *copy = malloc(length + 1);
    if (copy == NULL) {
        return failed(device, "memory");
    }
    strcpy(copy, value);
    if (!setting->is_default) {
        free(setting->value);
    }
    setting->value = copy;
    setting->is_default = 0;
    return "ok";
}

static const char *run_clear(struct device *device, char name, const char *value) {
    (void)value;
    struct setting *setting = find(device, name);
    if (setting == NULL) {
        return failed(device, "unknown");
    }
#ifdef MENDED
    if (setting->is_default) {
        return "ok";
    }
#endif
    free(setting->value); //~ error: invalid-free
    setting->value = "";
    setting->is_default = 1;
    return "ok";
}

static const struct command commands[] = {{'g', run_get}, {'s', run_set}, {'c', run_clear}};

static const char *run(struct device *device, const char line[2], const char *value) {
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (commands[i].letter == line[0]) {
            return commands[i].run(device, line[1], value);
        }
    }
    return failed(device, "what?");
}

static void shut_down(struct device *device) {
    for (int i = 0; i < SETTINGS; i++) {
        if (!device->settings[i].is_default) {
            free(device->settings[i].value);
        }
    }
}

int main(void) {
    struct device device = {.settings = {{"host", "localhost", 1}, {"port", "80", 1}}};
    static const char *const values[] = {"pleach", "8080"};
    char lines[2][2];
    klee_make_symbolic(lines, sizeof lines, "lines");
    int last = 0;
    for (int i = 0; i < 2; i++) {
        const char *answer = run(&device, lines[i], values[i]);
        last = answer[0]; //~ error: use-after-return
        assert(last != 0);
    }
    shut_down(&device);
    return last == 'o' ? device.errors : 10 + device.errors;
}

// paths: 55
