/* <threads.h> for a program with one thread: other names for the functions of pthread.c, as in glibc. */
#include <stddef.h>

typedef unsigned long thread;
struct mutex;
struct condition;
struct moment;

int pthread_mutex_init(struct mutex *mutex, const int *attributes);
int pthread_mutex_destroy(struct mutex *mutex);
int pthread_mutex_lock(struct mutex *mutex);
int pthread_mutex_trylock(struct mutex *mutex);
int pthread_mutex_timedlock(struct mutex *restrict mutex, const struct moment *restrict until);
int pthread_mutex_unlock(struct mutex *mutex);
int pthread_cond_init(struct condition *condition, const void *attributes);
int pthread_cond_destroy(struct condition *condition);
int pthread_cond_signal(struct condition *condition);
int pthread_cond_broadcast(struct condition *condition);
int pthread_cond_wait(struct condition *restrict condition, struct mutex *restrict mutex);
int pthread_cond_timedwait(struct condition *restrict condition, struct mutex *restrict mutex,
                           const struct moment *restrict until);
int pthread_once(int *control, void (*routine)(void));
int pthread_key_create(unsigned *key, void (*destructor)(void *));
int pthread_key_delete(unsigned key);
int pthread_setspecific(unsigned key, const void *value);
void *pthread_getspecific(unsigned key);
thread pthread_self(void);

static int told(int error) {
    enum { EBUSY_ = 16, ETIMEDOUT_ = 110 };
    enum { SUCCESS, BUSY, ERROR, NO_MEMORY, TIMED_OUT };
    return error == 0 ? SUCCESS : error == EBUSY_ ? BUSY : error == ETIMEDOUT_ ? TIMED_OUT : ERROR;
}

int mtx_init(struct mutex *mutex, int type) {
    enum { RECURSIVE = 1 };
    int kind = type & RECURSIVE;
    return told(pthread_mutex_init(mutex, &kind));
}

void mtx_destroy(struct mutex *mutex) {
    pthread_mutex_destroy(mutex);
}

int mtx_lock(struct mutex *mutex) {
    return told(pthread_mutex_lock(mutex));
}

int mtx_trylock(struct mutex *mutex) {
    return told(pthread_mutex_trylock(mutex));
}

int mtx_timedlock(struct mutex *restrict mutex, const struct moment *restrict until) {
    return told(pthread_mutex_timedlock(mutex, until));
}

int mtx_unlock(struct mutex *mutex) {
    return told(pthread_mutex_unlock(mutex));
}

int cnd_init(struct condition *condition) {
    return told(pthread_cond_init(condition, NULL));
}

void cnd_destroy(struct condition *condition) {
    pthread_cond_destroy(condition);
}

int cnd_signal(struct condition *condition) {
    return told(pthread_cond_signal(condition));
}

int cnd_broadcast(struct condition *condition) {
    return told(pthread_cond_broadcast(condition));
}

int cnd_wait(struct condition *condition, struct mutex *mutex) {
    return told(pthread_cond_wait(condition, mutex));
}

int cnd_timedwait(struct condition *restrict condition, struct mutex *restrict mutex,
                  const struct moment *restrict until) {
    return told(pthread_cond_timedwait(condition, mutex, until));
}

void call_once(int *control, void (*routine)(void)) {
    pthread_once(control, routine);
}

int tss_create(unsigned *key, void (*destructor)(void *)) {
    return told(pthread_key_create(key, destructor));
}

void tss_delete(unsigned key) {
    pthread_key_delete(key);
}

int tss_set(unsigned key, void *value) {
    return told(pthread_setspecific(key, value));
}

void *tss_get(unsigned key) {
    return pthread_getspecific(key);
}

thread thrd_current(void) {
    return pthread_self();
}

int thrd_equal(thread a, thread b) {
    return a == b;
}

void thrd_yield(void) {
}
