// Mutexes and locks in a program of one thread.
#include <iostream>
#include <mutex>

int main() {
    std::mutex mutex;
    std::recursive_mutex recursive;
    {
        std::lock_guard<std::mutex> guard(mutex);
        std::cout << "locked " << mutex.try_lock() << '\n';
    }
    std::cout << mutex.try_lock() << '\n';
    mutex.unlock();
    std::unique_lock<std::recursive_mutex> outer(recursive), inner(recursive);
    std::cout << outer.owns_lock() << inner.owns_lock() << '\n';
    inner.unlock();
    std::scoped_lock both(mutex, recursive);
    return 0;
}

// paths: 1
