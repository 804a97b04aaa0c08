/* Compares locks and their like, of one thread, with the system's, by random sequences of calls. What would wait for ever is not called there:
 * it must be what the same call without waiting refuses. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <string.h>
#include <threads.h>

#include "compare.h"

typedef const struct timespec *moment;
unsigned long pl_pthread_self(void);
int pl_pthread_equal(unsigned long, unsigned long), pl_pthread_join(unsigned long, void **);
int pl_pthread_mutexattr_init(void *), pl_pthread_mutexattr_destroy(void *), pl_pthread_mutexattr_settype(void *, int);
int pl_pthread_mutexattr_gettype(const void *, int *);
int pl_pthread_mutex_init(void *, const void *), pl_pthread_mutex_destroy(void *), pl_pthread_mutex_lock(void *);
int pl_pthread_mutex_trylock(void *), pl_pthread_mutex_unlock(void *), pl_pthread_mutex_timedlock(void *, moment);
int pl_pthread_rwlock_init(void *, const void *), pl_pthread_rwlock_destroy(void *), pl_pthread_rwlock_rdlock(void *);
int pl_pthread_rwlock_wrlock(void *), pl_pthread_rwlock_tryrdlock(void *), pl_pthread_rwlock_trywrlock(void *);
int pl_pthread_rwlock_unlock(void *);
int pl_pthread_spin_init(void *, int), pl_pthread_spin_destroy(void *), pl_pthread_spin_lock(void *);
int pl_pthread_spin_trylock(void *), pl_pthread_spin_unlock(void *);
int pl_pthread_cond_init(void *, const void *), pl_pthread_cond_destroy(void *), pl_pthread_cond_signal(void *);
int pl_pthread_cond_broadcast(void *), pl_pthread_cond_wait(void *, void *), pl_pthread_cond_timedwait(void *, void *, moment);
int pl_pthread_barrier_init(void *, const void *, unsigned), pl_pthread_barrier_destroy(void *), pl_pthread_barrier_wait(void *);
int pl_pthread_once(int *, void (*)(void));
int pl_pthread_key_create(unsigned *, void (*)(void *)), pl_pthread_key_delete(unsigned);
int pl_pthread_setspecific(unsigned, const void *);
void *pl_pthread_getspecific(unsigned);
int pl_sem_init(void *, int, unsigned), pl_sem_destroy(void *), pl_sem_getvalue(void *, int *), pl_sem_post(void *);
int pl_sem_trywait(void *), pl_sem_wait(void *), pl_sem_timedwait(void *, moment);

int pl_mtx_init(void *, int), pl_mtx_lock(void *), pl_mtx_trylock(void *), pl_mtx_timedlock(void *, moment), pl_mtx_unlock(void *);
void pl_mtx_destroy(void *), pl_cnd_destroy(void *), pl_call_once(int *, void (*)(void)), pl_tss_delete(unsigned), pl_thrd_yield(void);
int pl_cnd_init(void *), pl_cnd_signal(void *), pl_cnd_broadcast(void *), pl_cnd_wait(void *, void *);
int pl_cnd_timedwait(void *, void *, moment), pl_tss_create(unsigned *, void (*)(void *)), pl_tss_set(unsigned, void *);
void *pl_tss_get(unsigned);
unsigned long pl_thrd_current(void);
int pl_thrd_equal(unsigned long, unsigned long);

static jmp_buf out;
static const char *deadlock;

void __pleach_deadlock(const char *what) {
    deadlock = what;
    longjmp(out, 1);
}

/* What a call gives, or -100 for a deadlock. */
#define OURS(call) (deadlock = NULL, setjmp(out) == 0 ? (call) : -100)

static const struct timespec past = {0, 0}, wrong = {0, 1000000000};

static void mutexes(void) {
    for (int round = 0; round < 200; round++) {
        pthread_mutexattr_t attributes;
        int ours_attributes = 77, kind = (int)below(6) - 1, got, ours_got;
        CHECK(pl_pthread_mutexattr_init(&ours_attributes) == pthread_mutexattr_init(&attributes), "attributes");
        CHECK(pl_pthread_mutexattr_settype(&ours_attributes, kind) == pthread_mutexattr_settype(&attributes, kind), "%d", kind);
        pl_pthread_mutexattr_gettype(&ours_attributes, &ours_got);
        pthread_mutexattr_gettype(&attributes, &got);
        CHECK(got == ours_got, "%d instead of %d", ours_got, got);
        pthread_mutex_t mutex, ours;
        CHECK(pl_pthread_mutex_init(&ours, &ours_attributes) == pthread_mutex_init(&mutex, &attributes), "%d", got);
        CHECK(pl_pthread_mutexattr_destroy(&ours_attributes) == pthread_mutexattr_destroy(&attributes), "attributes");
        if (round % 5 == 0) {
            static const pthread_mutex_t fresh[] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP,
                                                    PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP};
            mutex = ours = fresh[got = round / 5 % 3];
        }
        int held = 0;
        for (int step = 0; step < 40; step++) {
            int expected, found;
            switch (below(5)) {
            case 0:
                if ((got == 0 || got == 3) && held > 0) {
                    CHECK(OURS(pl_pthread_mutex_lock(&ours)) == -100, "a deadlock");
                    CHECK(pthread_mutex_trylock(&mutex) == EBUSY, "natively, too");
                    continue;
                }
                expected = pthread_mutex_lock(&mutex), found = OURS(pl_pthread_mutex_lock(&ours));
                held += expected == 0;
                break;
            case 1:
                expected = pthread_mutex_trylock(&mutex), found = pl_pthread_mutex_trylock(&ours);
                held += expected == 0;
                break;
            case 2: {
                const struct timespec *until = below(2) ? &past : &wrong;
                expected = pthread_mutex_timedlock(&mutex, until), found = pl_pthread_mutex_timedlock(&ours, until);
                held += expected == 0;
                break;
            }
            case 3:
                /* glibc does not notice that an ordinary one is not locked, and its counters are wrong from then on. */
                if ((got == 0 || got == 3) && held == 0) {
                    continue;
                }
                expected = pthread_mutex_unlock(&mutex), found = pl_pthread_mutex_unlock(&ours);
                held -= expected == 0;
                break;
            default:
                if (held == 0) {
                    continue;
                }
                expected = pthread_mutex_destroy(&mutex), found = pl_pthread_mutex_destroy(&ours);
            }
            CHECK(expected == found, "kind %d, held %d: %d instead of %d", got, held, found, expected);
        }
        while (held-- > 0) {
            pthread_mutex_unlock(&mutex), pl_pthread_mutex_unlock(&ours);
        }
        CHECK(pl_pthread_mutex_destroy(&ours) == 0 && pthread_mutex_destroy(&mutex) == 0, "free again");
        CHECK(pl_pthread_mutex_lock(&ours) == pthread_mutex_lock(&mutex), "destroyed");
        CHECK(pl_pthread_mutex_unlock(&ours) == pthread_mutex_unlock(&mutex), "destroyed");
    }
}

static void rwlocks(void) {
    for (int round = 0; round < 100; round++) {
        pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER, ours = lock;
        if (below(2)) {
            CHECK(pl_pthread_rwlock_init(&ours, NULL) == pthread_rwlock_init(&lock, NULL), "new");
        }
        int readers = 0, writers = 0;
        for (int step = 0; step < 40; step++) {
            int expected, found;
            switch (below(5)) {
            case 0:
                expected = pthread_rwlock_rdlock(&lock), found = OURS(pl_pthread_rwlock_rdlock(&ours));
                readers += expected == 0;
                break;
            case 1:
                if (readers > 0) {
                    CHECK(OURS(pl_pthread_rwlock_wrlock(&ours)) == -100, "a deadlock");
                    CHECK(pthread_rwlock_trywrlock(&lock) == EBUSY, "natively, too");
                    continue;
                }
                expected = pthread_rwlock_wrlock(&lock), found = OURS(pl_pthread_rwlock_wrlock(&ours));
                writers += expected == 0;
                break;
            case 2:
                expected = pthread_rwlock_tryrdlock(&lock), found = pl_pthread_rwlock_tryrdlock(&ours);
                readers += expected == 0;
                break;
            case 3:
                expected = pthread_rwlock_trywrlock(&lock), found = pl_pthread_rwlock_trywrlock(&ours);
                writers += expected == 0;
                break;
            default:
                if (readers + writers == 0) {
                    continue;
                }
                expected = pthread_rwlock_unlock(&lock), found = pl_pthread_rwlock_unlock(&ours);
                writers > 0 ? writers-- : readers--;
            }
            CHECK(expected == found, "%d readers, %d writers: %d instead of %d", readers, writers, found, expected);
        }
        CHECK(pl_pthread_rwlock_destroy(&ours) == 0, "the end");
    }
}

static void semaphores(void) {
    sem_t semaphore, ours;
    errno = 0;
    CHECK(sem_init(&semaphore, 0, 0x80000000u) == -1 && errno == EINVAL, "too much");
    errno = 0;
    CHECK(pl_sem_init(&ours, 0, 0x80000000u) == -1 && errno == EINVAL, "too much");
    for (unsigned start = 0; start < 40; start++) {
        unsigned first = start < 3 ? 0x7fffffff - start : below(4);
        CHECK(pl_sem_init(&ours, 0, first) == sem_init(&semaphore, 0, first), "new");
        for (int step = 0; step < 30; step++) {
            int expected, found, value, ours_value, expected_error, which = (int)below(4);
            const struct timespec *until = below(2) ? &past : &wrong;
            sem_getvalue(&semaphore, &value);
            if (which == 0 && value == 0) {
                CHECK(OURS(pl_sem_wait(&ours)) == -100, "a deadlock");
                continue;
            }
            errno = 0;
            expected = which == 0   ? sem_wait(&semaphore)
                       : which == 1 ? sem_trywait(&semaphore)
                       : which == 2 ? sem_post(&semaphore)
                                    : sem_timedwait(&semaphore, until);
            expected_error = errno, errno = 0;
            found = which == 0   ? OURS(pl_sem_wait(&ours))
                    : which == 1 ? pl_sem_trywait(&ours)
                    : which == 2 ? pl_sem_post(&ours)
                                 : pl_sem_timedwait(&ours, until);
            CHECK(expected == found && errno == expected_error, "call %d at %d: %d, %d", which, value, found, errno);
            sem_getvalue(&semaphore, &value), pl_sem_getvalue(&ours, &ours_value);
            CHECK(value == ours_value, "%d instead of %d", ours_value, value);
        }
        CHECK(pl_sem_destroy(&ours) == sem_destroy(&semaphore), "the end");
    }
}

static void conditions(void) {
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER, ours = condition;
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, ours_mutex = mutex;
    CHECK(pl_pthread_cond_init(&ours, NULL) == pthread_cond_init(&condition, NULL), "new");
    CHECK(pl_pthread_cond_signal(&ours) == pthread_cond_signal(&condition), "signal");
    CHECK(pl_pthread_cond_broadcast(&ours) == pthread_cond_broadcast(&condition), "broadcast");
    pthread_mutex_lock(&mutex), pl_pthread_mutex_lock(&ours_mutex);
    for (int i = 0; i < 2; i++) {
        const struct timespec *until = i ? &wrong : &past;
        int expected = pthread_cond_timedwait(&condition, &mutex, until);
        CHECK(OURS(pl_pthread_cond_timedwait(&ours, &ours_mutex, until)) == expected, "%d", expected);
        CHECK(pl_pthread_mutex_trylock(&ours_mutex) == pthread_mutex_trylock(&mutex), "still locked");
    }
    CHECK(OURS(pl_pthread_cond_wait(&ours, &ours_mutex)) == -100, "a deadlock");
    CHECK(pl_pthread_cond_destroy(&ours) == pthread_cond_destroy(&condition), "the end");
    pthread_mutex_t checked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP, ours_checked = checked;
    int expected = pthread_cond_wait(&condition, &checked);
    CHECK(OURS(pl_pthread_cond_wait(&ours, &ours_checked)) == expected, "not locked: %d", expected);
}

static int spun, once_ran, once_control;

static void run_once(void) {
    once_ran++;
}

static void run_again(void) {
    once_ran++;
    pl_pthread_once(&once_control, run_again);
}

static void others(void) {
    pthread_spinlock_t lock;
    CHECK(pl_pthread_spin_init(&spun, 0) == pthread_spin_init(&lock, 0), "spin");
    CHECK(pl_pthread_spin_lock(&spun) == pthread_spin_lock(&lock), "spin");
    CHECK(pl_pthread_spin_trylock(&spun) == pthread_spin_trylock(&lock), "spin");
    CHECK(OURS(pl_pthread_spin_lock(&spun)) == -100 && strstr(deadlock, "spins") != NULL, "a deadlock");
    CHECK(pl_pthread_spin_unlock(&spun) == pthread_spin_unlock(&lock), "spin");
    CHECK(pl_pthread_spin_trylock(&spun) == pthread_spin_trylock(&lock), "spin");
    CHECK(pl_pthread_spin_destroy(&spun) == pthread_spin_destroy(&lock), "spin");

    pthread_barrier_t barrier, ours;
    for (unsigned count = 0; count < 2; count++) {
        CHECK(pl_pthread_barrier_init(&ours, NULL, count) == pthread_barrier_init(&barrier, NULL, count), "%u", count);
    }
    CHECK(OURS(pl_pthread_barrier_wait(&ours)) == pthread_barrier_wait(&barrier), "alone");
    CHECK(pl_pthread_barrier_destroy(&ours) == pthread_barrier_destroy(&barrier), "the end");
    CHECK(pl_pthread_barrier_init(&ours, NULL, 2) == 0 && OURS(pl_pthread_barrier_wait(&ours)) == -100, "a deadlock");

    pthread_once_t control = PTHREAD_ONCE_INIT;
    for (int i = 0; i < 3; i++) {
        CHECK(pl_pthread_once(&once_control, run_once) == pthread_once(&control, run_once) && once_ran == 2, "once");
    }
    once_ran = once_control = 0;
    CHECK(OURS(pl_pthread_once(&once_control, run_again)) == -100 && once_ran == 1, "a deadlock");

    CHECK(pl_pthread_equal(pl_pthread_self(), pl_pthread_self()) && !pl_pthread_equal(pl_pthread_self(), 0), "self");
    CHECK(pl_pthread_join(pl_pthread_self(), NULL) == pthread_join(pthread_self(), NULL), "joined with itself");

    unsigned keys[3];
    pthread_key_t system[3];
    for (int i = 0; i < 3; i++) {
        CHECK(pl_pthread_key_create(&keys[i], NULL) == pthread_key_create(&system[i], NULL), "a key");
        CHECK(pl_pthread_getspecific(keys[i]) == NULL, "nothing yet");
        CHECK(pl_pthread_setspecific(keys[i], &keys[i]) == pthread_setspecific(system[i], &keys[i]), "a value");
    }
    CHECK(pl_pthread_getspecific(keys[1]) == &keys[1] && pthread_getspecific(system[1]) == &keys[1], "a value");
    for (int i = 0; i < 2; i++) {
        CHECK(pl_pthread_key_delete(keys[1]) == pthread_key_delete(system[1]), "round %d", i);
    }
    CHECK(pl_pthread_setspecific(keys[1], NULL) == pthread_setspecific(system[1], NULL), "no key");
    CHECK(pl_pthread_getspecific(keys[1]) == NULL && pl_pthread_getspecific(5000) == NULL, "no key");
    CHECK(pl_pthread_key_delete(5000) == pthread_key_delete(5000), "no key");
    CHECK(pl_pthread_key_create(&keys[1], NULL) == 0 && pl_pthread_getspecific(keys[1]) == NULL, "a new one");
    unsigned key, many = 0;
    while (pl_pthread_key_create(&key, NULL) == 0) {
        many++;
    }
    CHECK(many == PTHREAD_KEYS_MAX - 3, "%u keys", many);
}

static void names_of_c(void) {
    for (int type = 0; type < 4; type++) {
        mtx_t mutex, ours;
        CHECK(pl_mtx_init(&ours, type) == mtx_init(&mutex, type), "%d", type);
        CHECK(OURS(pl_mtx_lock(&ours)) == mtx_lock(&mutex), "%d", type);
        CHECK(pl_mtx_trylock(&ours) == mtx_trylock(&mutex), "%d", type);
        CHECK(pl_mtx_timedlock(&ours, &past) == mtx_timedlock(&mutex, &past), "%d", type);
        if (type & mtx_recursive) {
            CHECK(OURS(pl_mtx_lock(&ours)) == mtx_lock(&mutex), "%d", type);
        } else {
            CHECK(OURS(pl_mtx_lock(&ours)) == -100, "a deadlock");
        }
        CHECK(pl_mtx_unlock(&ours) == mtx_unlock(&mutex), "%d", type);
        CHECK(pl_mtx_trylock(&ours) == mtx_trylock(&mutex), "%d", type);
        cnd_t condition, our_condition;
        CHECK(pl_cnd_init(&our_condition) == cnd_init(&condition), "new");
        CHECK(pl_cnd_signal(&our_condition) == cnd_signal(&condition), "signal");
        CHECK(pl_cnd_broadcast(&our_condition) == cnd_broadcast(&condition), "broadcast");
        if (type == mtx_plain) {
            int expected = cnd_timedwait(&condition, &mutex, &past);
            CHECK(OURS(pl_cnd_timedwait(&our_condition, &ours, &past)) == expected, "%d", expected);
        }
        CHECK(OURS(pl_cnd_wait(&our_condition, &ours)) == -100, "a deadlock");
        pl_cnd_destroy(&our_condition), pl_mtx_destroy(&ours);
    }
    once_ran = once_control = 0;
    pl_call_once(&once_control, run_once), pl_call_once(&once_control, run_once);
    CHECK(once_ran == 1, "once");
    unsigned key;
    CHECK(pl_tss_create(&key, NULL) == 0 && pl_tss_get(key) == NULL && pl_tss_set(key, &key) == 0, "a value of the thread");
    CHECK(pl_tss_get(key) == &key, "a value of the thread");
    pl_tss_delete(key), pl_thrd_yield();
    CHECK(pl_tss_get(key) == NULL && pl_tss_set(key, NULL) == thrd_error, "no key");
    CHECK(pl_thrd_equal(pl_thrd_current(), pl_thrd_current()) && pl_thrd_current() == pl_pthread_self(), "self");
}

void threads(void) {
    names_of_c();
    mutexes();
    rwlocks();
    semaphores();
    conditions();
    others();
}
