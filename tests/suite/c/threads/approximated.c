// A deadlock is no unknown function: the path ends there whatever becomes of those.
// run: --external-calls overapproximate
#include <pthread.h>
#include <pleach.h>

int main(void) {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&mutex);
    if (pleach_int("n") > 3) {
        pthread_mutex_lock(&mutex); //~ error: deadlock
        return 1; //~ dead
    }
    return 0; //~ reach
}
// paths: 2
// errors: 1
