// Handlers around whole constructors, conversions in handlers, noexcept as an operator, cleanup in destructors during a throw.
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>

struct Part {
    explicit Part(bool fails) {
        if (fails)
            throw std::runtime_error("part");
    }
};

struct Whole {
    Part part;
    explicit Whole(bool fails) try : part(fails) {
        printf("whole\n");
    } catch (const std::runtime_error &error) {
        printf("no whole: %s\n", error.what());
        // It goes on by itself.
    }
};

struct Transaction {
    bool done = false;
    int before = std::uncaught_exceptions();
    ~Transaction() {
        printf("%s\n", std::uncaught_exceptions() > before ? "undone" : done ? "kept" : "dropped");
        try {
            throw 1;
        } catch (int) {
            printf("inside\n");
        }
    }
};

static int guarded(int n) try {
    if (n > 0)
        throw std::string("positive");
    return n;
} catch (const std::string &text) {
    printf("%s\n", text.c_str());
    return 100;
}

static void safe() noexcept {}
static void unsafe() {}

int main() {
    Whole whole(false);
    try {
        Whole broken(true);
    } catch (const std::exception &error) {
        printf("again %s\n", error.what());
    }
    try {
        Transaction first;
        first.done = true;
    } catch (...) {
    }
    try {
        Transaction second;
        throw std::length_error("oops");
    } catch (const std::logic_error &error) {
        printf("%s\n", error.what());
    }
    printf("%d %d\n", guarded(0), guarded(5));
    printf("%d %d\n", noexcept(safe()), noexcept(unsafe()));
    return 0;
}

// paths: 1
