/* Other kinds of mutex notice it, or count. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <pleach.h>

int main(void) {
    pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, checked, adaptive = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pleach_assert(pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK) == 0);
    pleach_assert(pthread_mutex_init(&checked, &attributes) == 0);
    pleach_assert(pthread_mutex_lock(&recursive) == 0 && pthread_mutex_lock(&recursive) == 0);
    pleach_assert(pthread_mutex_unlock(&recursive) == 0 && pthread_mutex_unlock(&recursive) == 0);
    pleach_assert(pthread_mutex_unlock(&recursive) == EPERM);
    pleach_assert(pthread_mutex_lock(&checked) == 0 && pthread_mutex_lock(&checked) == EDEADLK);
    pleach_assert(pthread_mutex_trylock(&checked) == EBUSY && pthread_mutex_destroy(&checked) == EBUSY);
    if (pleach_int("n") > 0) {
        pthread_mutex_lock(&adaptive);
        pthread_mutex_lock(&adaptive); //~ error: deadlock
    }
    return 0;
}
// paths: 2
// errors: 1
