/* A thread that locks its mutex a second time waits for itself for ever. */
#include <pthread.h>
#include <threads.h>
#include <pleach.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int take(int n) {
    pthread_mutex_lock(&mutex);
    if (n == 7) {
        return pthread_mutex_lock(&mutex); //~ error: deadlock
    }
    return pthread_mutex_unlock(&mutex);
}

static once_flag once = ONCE_FLAG_INIT;

static void initialise(void) {
    call_once(&once, initialise); //~ error: deadlock
}

int main(void) {
    int n = pleach_int("n");
    if (n == 8) {
        call_once(&once, initialise);
    }
    if (n == 9) {
        mtx_t other;
        mtx_init(&other, mtx_plain);
        mtx_lock(&other);
        mtx_lock(&other); //~ error: deadlock
    }
    return take(n);
}
// paths: 4
// errors: 3
// writes: .deadlock.err
