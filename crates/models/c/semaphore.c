/* <semaphore.h> for a program with one thread: no other thread can raise a semaphore that it waits for. */
#include <stddef.h>

int *__errno_location(void);

/* The executor's. */
void __pleach_deadlock(const char *what);

enum { EAGAIN_ = 11, EINVAL_ = 22, EOVERFLOW_ = 75, ETIMEDOUT_ = 110 };
enum { GREATEST = 0x7fffffff };

struct semaphore {
    unsigned value;
};

struct moment {
    long seconds;
    long nanoseconds;
};

static int fail(int error) {
    *__errno_location() = error;
    return -1;
}

int sem_init(struct semaphore *semaphore, int shared, unsigned value) {
    (void)shared;
    if (value > GREATEST) {
        return fail(EINVAL_);
    }
    semaphore->value = value;
    return 0;
}

int sem_destroy(struct semaphore *semaphore) {
    (void)semaphore;
    return 0;
}

int sem_getvalue(struct semaphore *restrict semaphore, int *restrict value) {
    *value = (int)semaphore->value;
    return 0;
}

int sem_post(struct semaphore *semaphore) {
    if (semaphore->value >= GREATEST) {
        return fail(EOVERFLOW_);
    }
    semaphore->value++;
    return 0;
}

int sem_trywait(struct semaphore *semaphore) {
    if (semaphore->value == 0) {
        return fail(EAGAIN_);
    }
    semaphore->value--;
    return 0;
}

int sem_wait(struct semaphore *semaphore) {
    if (semaphore->value == 0) {
        __pleach_deadlock("the thread waits for a semaphore, which nobody is there to raise");
    }
    semaphore->value--;
    return 0;
}

int sem_timedwait(struct semaphore *restrict semaphore, const struct moment *restrict until) {
    if (until->nanoseconds < 0 || until->nanoseconds >= 1000000000) {
        return fail(EINVAL_);
    }
    if (semaphore->value == 0) {
        return fail(ETIMEDOUT_);
    }
    semaphore->value--;
    return 0;
}
