/* Each way in which one thread can wait for itself; and those of which glibc notices that. */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <pleach.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void initialise(void) {
    pthread_once(&once, initialise); //~ error: deadlock
}

int main(void) {
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    pthread_barrier_t barrier;
    struct timespec past = {0, 0};
    sem_t semaphore;
    sem_init(&semaphore, 0, 1);
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_mutex_lock(&mutex);
    pleach_assert(sem_wait(&semaphore) == 0);
    switch (pleach_range(0, 8, "way")) {
    case 0:
        pthread_rwlock_rdlock(&lock);
        pthread_rwlock_rdlock(&lock);
        pthread_rwlock_wrlock(&lock); //~ error: deadlock
        break;
    case 1:
        pthread_rwlock_wrlock(&lock);
        pleach_assert(pthread_rwlock_wrlock(&lock) == EDEADLK && pthread_rwlock_rdlock(&lock) == EDEADLK);
        break;
    case 2:
        sem_wait(&semaphore); //~ error: deadlock
        break;
    case 3:
        pleach_assert(sem_trywait(&semaphore) == -1 && errno == EAGAIN);
        pleach_assert(sem_timedwait(&semaphore, &past) == -1 && errno == ETIMEDOUT);
        break;
    case 4:
        pthread_cond_wait(&condition, &mutex); //~ error: deadlock
        break;
    case 5:
        pleach_assert(pthread_cond_timedwait(&condition, &mutex, &past) == ETIMEDOUT);
        break;
    case 6:
        pthread_barrier_wait(&barrier); //~ error: deadlock
        break;
    default:
        pthread_once(&once, initialise);
    }
    return 0;
}
// paths: 8
// errors: 5
