// A thread that locks a std::mutex twice waits for itself; a std::shared_mutex notices.
#include <mutex>
#include <shared_mutex>
#include <system_error>
#include <pleach.h>

int main() {
    std::mutex mutex;
    std::shared_mutex shared;
    std::lock_guard<std::mutex> guard(mutex);
    shared.lock();
    if (pleach_range(0, 2, "n") == 0) {
        mutex.lock(); //~ error: deadlock
    }
    try {
        shared.lock();
    } catch (const std::system_error &error) {
        return error.code() == std::errc::resource_deadlock_would_occur ? 3 : 4; //~ reach
    }
    return 5; //~ dead
}
// paths: 2
// errors: 1
