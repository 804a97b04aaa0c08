// Iterators that compute: a generator of primes, a lazy pipeline, ranges with sentinels.
#include <cstdio>
#include <vector>

class Primes {
    std::vector<int> found;
    int limit;

public:
    explicit Primes(int l) : limit(l) {}
    struct Sentinel {};
    struct Iterator {
        Primes *primes;
        int current;
        int operator*() const { return current; }
        Iterator &operator++() {
            do
                current++;
            while (!primes->is_prime(current));
            primes->found.push_back(current);
            return *this;
        }
        bool operator!=(Sentinel) const { return current < primes->limit; }
    };
    bool is_prime(int n) const {
        for (int prime : found)
            if (n % prime == 0)
                return false;
        return true;
    }
    Iterator begin() {
        found = {2};
        return {this, 2};
    }
    Sentinel end() const { return {}; }
};

template <typename Range, typename Predicate> struct Filtered {
    Range &range;
    Predicate predicate;
    template <typename F> void each(F f) {
        for (auto value : range)
            if (predicate(value))
                f(value);
    }
};
template <typename R, typename P> Filtered(R &, P) -> Filtered<R, P>;

int main() {
    Primes primes(60);
    int count = 0, last = 0;
    for (int prime : primes) {
        count++;
        last = prime;
    }
    printf("%d %d\n", count, last);
    int sum = 0;
    Filtered{primes, [](int p) { return p % 4 == 1; }}.each([&](int p) {
        printf("%d ", p);
        sum += p;
    });
    printf("= %d\n", sum);
    return 0;
}

// paths: 1
