// Throwing again: the same object goes on, handlers nest, and a new exception replaces an old one.
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>

struct Error {
    int code;
    explicit Error(int c) : code(c) { printf("made %d\n", code); }
    Error(const Error &o) : code(o.code) { printf("copied %d\n", code); }
    ~Error() { printf("gone %d\n", code); }
};

static void lower(int n) {
    try {
        throw Error(n);
    } catch (Error &error) {
        error.code += 100;
        if (n % 2)
            throw;
        throw std::runtime_error("replaced " + std::to_string(error.code));
    }
}

static void classify() {
    try {
        throw;
    } catch (const std::logic_error &error) {
        printf("logic %s\n", error.what());
    } catch (const std::exception &error) {
        printf("exception %s\n", error.what());
    } catch (...) {
        printf("unknown\n");
    }
}

int main() {
    for (int i = 1; i <= 2; i++) {
        try {
            lower(i);
        } catch (Error &error) {
            printf("error %d, under way %d\n", error.code, std::uncaught_exceptions());
        } catch (std::exception &error) {
            printf("%s\n", error.what());
        }
    }
    try {
        throw std::out_of_range("range");
    } catch (...) {
        classify();
    }
    try {
        throw 3;
    } catch (...) {
        classify();
        try {
            throw std::string("inner");
        } catch (std::string &text) {
            printf("%s\n", text.c_str());
        }
        try {
            throw;
        } catch (int n) {
            printf("still %d\n", n);
        }
    }
    try {
        try {
            throw std::runtime_error("outer");
        } catch (...) {
            std::throw_with_nested(std::logic_error("wrapped"));
        }
    } catch (const std::exception &error) {
        printf("%s\n", error.what());
        try {
            std::rethrow_if_nested(error);
        } catch (const std::exception &nested) {
            printf("nested %s\n", nested.what());
        }
    }
    return 0;
}

// paths: 1
