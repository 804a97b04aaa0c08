/* quick_exit() and what it calls. */
#include <stddef.h>

void *malloc(size_t size);
_Noreturn void _Exit(int status);

struct handler {
    struct handler *next;
    void (*function)(void);
};

static struct handler *handlers;

int at_quick_exit(void (*function)(void)) {
    struct handler *handler = malloc(sizeof *handler);
    if (handler == NULL) {
        return -1;
    }
    handler->next = handlers;
    handler->function = function;
    handlers = handler;
    return 0;
}

_Noreturn void quick_exit(int status) {
    while (handlers != NULL) {
        struct handler *handler = handlers;
        handlers = handler->next;
        handler->function();
    }
    _Exit(status);
}
