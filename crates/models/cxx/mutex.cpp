// Mutexes of POSIX, which std::mutex is made of. There is one thread: it locks what is free. Where it would wait for itself for ever, the
// path ends at a function that nobody has.

extern "C" {

void pleach_deadlock(void);

#define WEAK __attribute__((weak))

// The fields of glibc's that static initialisers set: all zeros, but for the kind.
struct Mutex {
    int locked;
    unsigned count;
    int owner;
    unsigned users;
    int kind;
};

enum { RECURSIVE = 1, CHECKED = 2, BUSY = 16, DEADLOCK = 35, NOT_OWNER = 1 };

WEAK int pthread_mutex_trylock(Mutex *mutex) {
    if (mutex->locked && (mutex->kind & 3) != RECURSIVE)
        return BUSY;
    mutex->locked = 1;
    mutex->count++;
    return 0;
}

WEAK int pthread_mutex_lock(Mutex *mutex) {
    if (pthread_mutex_trylock(mutex) == 0)
        return 0;
    if ((mutex->kind & 3) != CHECKED)
        pleach_deadlock();
    return DEADLOCK;
}

WEAK int pthread_mutex_unlock(Mutex *mutex) {
    if (!mutex->locked)
        return (mutex->kind & 3) == 0 ? 0 : NOT_OWNER;
    if (--mutex->count == 0)
        mutex->locked = 0;
    return 0;
}

WEAK int pthread_mutex_destroy(Mutex *mutex) { return mutex->locked ? BUSY : 0; }

} // extern "C"
