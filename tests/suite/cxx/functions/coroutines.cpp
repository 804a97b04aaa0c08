// A coroutine that yields numbers, and one that ends in an exception.
// cflags: -std=c++20
#include <coroutine>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <utility>

template <typename T> class Generator {
public:
    struct promise_type {
        T current{};
        std::exception_ptr failure;
        Generator get_return_object() { return Generator(std::coroutine_handle<promise_type>::from_promise(*this)); }
        std::suspend_always initial_suspend() { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        std::suspend_always yield_value(T value) {
            current = value;
            return {};
        }
        void return_void() {}
        void unhandled_exception() { failure = std::current_exception(); }
    };
    explicit Generator(std::coroutine_handle<promise_type> h) : handle(h) {}
    Generator(Generator &&other) noexcept : handle(std::exchange(other.handle, nullptr)) {}
    ~Generator() {
        if (handle)
            handle.destroy();
    }
    bool next() {
        handle.resume();
        if (handle.promise().failure)
            std::rethrow_exception(handle.promise().failure);
        return !handle.done();
    }
    T value() const { return handle.promise().current; }

private:
    std::coroutine_handle<promise_type> handle;
};

struct Guard {
    ~Guard() { printf("guard gone\n"); }
};

static Generator<int> fibonacci(int limit) {
    Guard guard;
    int a = 0, b = 1;
    while (a < limit) {
        co_yield a;
        a = std::exchange(b, a + b);
    }
    throw std::range_error("limit reached");
}

int main() {
    Generator<int> numbers = fibonacci(50);
    try {
        while (numbers.next())
            printf("%d ", numbers.value());
    } catch (const std::range_error &error) {
        printf("%s\n", error.what());
    }
    Generator<int> early = fibonacci(1000);
    for (int i = 0; i < 3; i++)
        early.next();
    printf("%d\n", early.value());
    return 0;
}

// paths: 1
