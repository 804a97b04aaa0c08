// The library's std::exception_ptr keeps an exception beyond its handler and throws it again elsewhere.
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <vector>

struct Job {
    int number;
    int run() const {
        if (number % 3 == 0)
            throw std::domain_error("a multiple of three");
        if (number % 5 == 0)
            throw number;
        return number * number;
    }
};

struct Counted {
    static int alive;
    Counted() { alive++; }
    Counted(const Counted &) { alive++; }
    ~Counted() { alive--; }
};
int Counted::alive = 0;

int main() {
    std::vector<std::exception_ptr> failures;
    int sum = 0;
    for (int i = 1; i < 7; i++) {
        try {
            sum += Job{i}.run();
        } catch (...) {
            failures.push_back(std::current_exception());
        }
    }
    printf("%d %zu\n", sum, failures.size());
    for (const std::exception_ptr &failure : failures) {
        try {
            std::rethrow_exception(failure);
        } catch (const std::exception &error) {
            printf("%s\n", error.what());
        } catch (int number) {
            printf("number %d\n", number);
        }
    }
    printf("%d\n", std::current_exception() == nullptr);
    {
        std::exception_ptr kept = std::make_exception_ptr(Counted());
        printf("%d\n", Counted::alive);
        std::exception_ptr copy = kept;
        kept = nullptr;
        try {
            std::rethrow_exception(copy);
        } catch (Counted &) {
            printf("%d\n", Counted::alive);
        }
    }
    printf("%d\n", Counted::alive);
    return 0;
}

// paths: 1
