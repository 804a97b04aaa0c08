/* <pthread.h> for a program with one thread. If the thread would wait for itself for ever, that is a deadlock, which the executor
 * reports. What needs a second thread (pthread_create) is missing. The structures begin with the fields that glibc's static
 * initialisers set; all other fields are zero at first. */
#include <stddef.h>

/* The executor's. */
void __pleach_deadlock(const char *what);
void __pleach_unsupported(const char *what);

enum { EPERM_ = 1, EAGAIN_ = 11, EBUSY_ = 16, EINVAL_ = 22, EDEADLK_ = 35, ETIMEDOUT_ = 110 };

typedef unsigned long thread;

struct moment {
    long seconds;
    long nanoseconds;
};

static int is_wrong(const struct moment *when) {
    return when->nanoseconds < 0 || when->nanoseconds >= 1000000000;
}

/* ---- threads ---- */

static char self;

thread pthread_self(void) {
    return (thread)&self;
}

int pthread_equal(thread a, thread b) {
    return a == b;
}

int pthread_join(thread other, void **result) {
    (void)result;
    if (other != pthread_self()) {
        __pleach_unsupported("pthread_join of another thread");
    }
    return EDEADLK_;
}

/* ---- mutexes ---- */

struct mutex {
    int locked;
    unsigned count;
    int owner;
    unsigned users;
    int kind;
};

enum { NORMAL, RECURSIVE, CHECKED, ADAPTIVE };

int pthread_mutexattr_init(int *attributes) {
    *attributes = NORMAL;
    return 0;
}

int pthread_mutexattr_destroy(int *attributes) {
    (void)attributes;
    return 0;
}

int pthread_mutexattr_settype(int *attributes, int kind) {
    if (kind < NORMAL || kind > ADAPTIVE) {
        return EINVAL_;
    }
    *attributes = kind;
    return 0;
}

int pthread_mutexattr_gettype(const int *restrict attributes, int *restrict kind) {
    *kind = *attributes;
    return 0;
}

int pthread_mutex_init(struct mutex *mutex, const int *attributes) {
    *mutex = (struct mutex){0, 0, 0, 0, attributes == NULL ? NORMAL : *attributes};
    return 0;
}

int pthread_mutex_destroy(struct mutex *mutex) {
    if (mutex->locked) {
        return EBUSY_;
    }
    mutex->kind = -1;
    return 0;
}

int pthread_mutex_trylock(struct mutex *mutex) {
    if (mutex->kind < 0) {
        return EINVAL_;
    }
    if (mutex->locked && (mutex->kind & 3) != RECURSIVE) {
        return EBUSY_;
    }
    mutex->locked = 1;
    mutex->count++;
    return 0;
}

int pthread_mutex_lock(struct mutex *mutex) {
    int failed = pthread_mutex_trylock(mutex);
    if (failed != EBUSY_) {
        return failed;
    }
    if ((mutex->kind & 3) != CHECKED) {
        __pleach_deadlock("the thread locks a mutex that it has locked already");
    }
    return EDEADLK_;
}

int pthread_mutex_timedlock(struct mutex *restrict mutex, const struct moment *restrict until) {
    int failed = pthread_mutex_trylock(mutex);
    if (failed != EBUSY_) {
        return failed;
    }
    return (mutex->kind & 3) == CHECKED ? EDEADLK_ : is_wrong(until) ? EINVAL_ : ETIMEDOUT_;
}

int pthread_mutex_unlock(struct mutex *mutex) {
    if (mutex->kind < 0) {
        return EINVAL_;
    }
    if (!mutex->locked) {
        return (mutex->kind & 3) == RECURSIVE || (mutex->kind & 3) == CHECKED ? EPERM_ : 0;
    }
    if (--mutex->count == 0) {
        mutex->locked = 0;
    }
    return 0;
}

/* ---- locks for readers and a writer ---- */

struct rwlock {
    unsigned readers;
    unsigned writers;
};

int pthread_rwlock_init(struct rwlock *lock, const void *attributes) {
    (void)attributes;
    *lock = (struct rwlock){0, 0};
    return 0;
}

int pthread_rwlock_destroy(struct rwlock *lock) {
    (void)lock;
    return 0;
}

int pthread_rwlock_tryrdlock(struct rwlock *lock) {
    if (lock->writers > 0) {
        return EBUSY_;
    }
    lock->readers++;
    return 0;
}

int pthread_rwlock_trywrlock(struct rwlock *lock) {
    if (lock->readers > 0 || lock->writers > 0) {
        return EBUSY_;
    }
    lock->writers = 1;
    return 0;
}

/* As in glibc, a thread that holds the lock for writing gets EDEADLK; one that holds it for reading and wants to write waits for ever. */
int pthread_rwlock_rdlock(struct rwlock *lock) {
    return pthread_rwlock_tryrdlock(lock) == 0 ? 0 : EDEADLK_;
}

int pthread_rwlock_wrlock(struct rwlock *lock) {
    if (pthread_rwlock_trywrlock(lock) == 0) {
        return 0;
    }
    if (lock->readers > 0) {
        __pleach_deadlock("the thread locks for writing what it has locked for reading");
    }
    return EDEADLK_;
}

int pthread_rwlock_unlock(struct rwlock *lock) {
    if (lock->writers > 0) {
        lock->writers = 0;
    } else if (lock->readers > 0) {
        lock->readers--;
    }
    return 0;
}

/* ---- spin locks ---- */

int pthread_spin_init(int *lock, int shared) {
    (void)shared;
    *lock = 0;
    return 0;
}

int pthread_spin_destroy(int *lock) {
    (void)lock;
    return 0;
}

int pthread_spin_trylock(int *lock) {
    if (*lock != 0) {
        return EBUSY_;
    }
    *lock = 1;
    return 0;
}

int pthread_spin_lock(int *lock) {
    if (pthread_spin_trylock(lock) != 0) {
        __pleach_deadlock("the thread spins on a lock that it has locked already");
    }
    return 0;
}

int pthread_spin_unlock(int *lock) {
    *lock = 0;
    return 0;
}

/* ---- condition variables: no other thread can signal one ---- */

struct condition {
    unsigned unused;
};

int pthread_cond_init(struct condition *condition, const void *attributes) {
    (void)attributes;
    condition->unused = 0;
    return 0;
}

int pthread_cond_destroy(struct condition *condition) {
    (void)condition;
    return 0;
}

int pthread_cond_signal(struct condition *condition) {
    (void)condition;
    return 0;
}

int pthread_cond_broadcast(struct condition *condition) {
    (void)condition;
    return 0;
}

int pthread_cond_wait(struct condition *restrict condition, struct mutex *restrict mutex) {
    (void)condition;
    int failed = pthread_mutex_unlock(mutex);
    if (failed == 0) {
        __pleach_deadlock("the thread waits for a condition, which nobody is there to signal");
    }
    return failed;
}

int pthread_cond_timedwait(struct condition *restrict condition, struct mutex *restrict mutex,
                           const struct moment *restrict until) {
    (void)condition;
    if (is_wrong(until)) {
        return EINVAL_;
    }
    int failed = pthread_mutex_unlock(mutex);
    if (failed == 0) {
        failed = pthread_mutex_lock(mutex);
    }
    return failed == 0 ? ETIMEDOUT_ : failed;
}

/* ---- barriers ---- */

struct barrier {
    unsigned wanted;
};

int pthread_barrier_init(struct barrier *barrier, const void *attributes, unsigned count) {
    (void)attributes;
    if (count == 0 || count > 0x7fffffff) {
        return EINVAL_;
    }
    barrier->wanted = count;
    return 0;
}

int pthread_barrier_destroy(struct barrier *barrier) {
    (void)barrier;
    return 0;
}

int pthread_barrier_wait(struct barrier *barrier) {
    enum { SERIAL = -1 };
    if (barrier->wanted > 1) {
        __pleach_deadlock("the thread waits at a barrier for others, and there are none");
    }
    return SERIAL;
}

/* ---- pthread_once ---- */

int pthread_once(int *control, void (*routine)(void)) {
    enum { FRESH = 0, UNDER_WAY = 1, DONE = 2 };
    if (*control == UNDER_WAY) {
        __pleach_deadlock("what pthread_once() calls waits for itself to be done");
    }
    if (*control == FRESH) {
        *control = UNDER_WAY;
        routine();
        *control = DONE;
    }
    return 0;
}

/* ---- thread-specific values ---- */

enum { MOST_KEYS = 1024 };

static struct {
    const void *value;
    char used;
} keys[MOST_KEYS];

/* When the main thread returns the process ends, and no destructor is called. */
int pthread_key_create(unsigned *key, void (*destructor)(void *)) {
    (void)destructor;
    for (unsigned i = 0; i < MOST_KEYS; i++) {
        if (!keys[i].used) {
            keys[i].used = 1;
            keys[i].value = NULL;
            *key = i;
            return 0;
        }
    }
    return EAGAIN_;
}

static int is_key(unsigned key) {
    return key < MOST_KEYS && keys[key].used;
}

int pthread_key_delete(unsigned key) {
    if (!is_key(key)) {
        return EINVAL_;
    }
    keys[key].used = 0;
    return 0;
}

int pthread_setspecific(unsigned key, const void *value) {
    if (!is_key(key)) {
        return EINVAL_;
    }
    keys[key].value = value;
    return 0;
}

void *pthread_getspecific(unsigned key) {
    return is_key(key) ? (void *)keys[key].value : NULL;
}
