// Class templates: a ring buffer, specialisations, inherited from a parameter, static members, template template parameters.
#include <cstdio>
#include <stdexcept>
#include <vector>

template <typename T, unsigned Capacity> class Ring {
    T items[Capacity]{};
    unsigned head = 0, count = 0;

public:
    static inline int made = 0;
    Ring() { made++; }
    void push(const T &item) {
        if (count == Capacity)
            throw std::overflow_error("ring");
        items[(head + count++) % Capacity] = item;
    }
    T pop() {
        if (count == 0)
            throw std::underflow_error("ring");
        T item = items[head];
        head = (head + 1) % Capacity;
        count--;
        return item;
    }
    unsigned size() const { return count; }
    template <typename F> void each(F f) const {
        for (unsigned i = 0; i < count; i++)
            f(items[(head + i) % Capacity]);
    }
};

template <typename T> struct Name {
    static const char *of() { return "something"; }
};
template <> struct Name<int> {
    static const char *of() { return "int"; }
};
template <typename T> struct Name<T *> {
    static const char *of() { return "pointer"; }
};
template <typename T> struct Name<std::vector<T>> {
    static const char *of() { return Name<T>::of(); }
};

template <typename Derived> struct Comparable {
    bool operator>(const Derived &other) const { return other < static_cast<const Derived &>(*this); }
};
struct Weight : Comparable<Weight> {
    int grams;
    explicit Weight(int g) : grams(g) {}
    bool operator<(const Weight &other) const { return grams < other.grams; }
};

template <template <typename, unsigned> class Store> int fill() {
    Store<int, 3> store;
    for (int i = 0; i < 3; i++)
        store.push(i * i);
    int sum = 0;
    store.each([&](int i) { sum += i; });
    return sum;
}

int main() {
    Ring<int, 4> ring;
    for (int i = 0; i < 10; i++) {
        try {
            ring.push(i);
            if (i % 3 == 2)
                printf("popped %d\n", ring.pop());
        } catch (const std::overflow_error &error) {
            printf("%s is full at %d\n", error.what(), i);
        }
    }
    ring.each([](int i) { printf("%d ", i); });
    printf("\n%d %d\n", fill<Ring>(), Ring<int, 3>::made);
    printf("%s %s %s %s\n", Name<int>::of(), Name<char *>::of(), Name<std::vector<int>>::of(), Name<double>::of());
    printf("%d %d\n", Weight(3) > Weight(2), Weight(1) > Weight(2));
    Ring<double, 2> empty;
    try {
        empty.pop();
    } catch (const std::runtime_error &error) {
        printf("%s\n", error.what());
    }
    return 0;
}

// paths: 1
