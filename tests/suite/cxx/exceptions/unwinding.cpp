// Destructors run on the way from a throw to its handler, and only those of what was constructed.
#include <cstdio>
#include <stdexcept>

struct Guard {
    int number;
    explicit Guard(int n) : number(n) { printf("open %d\n", n); }
    ~Guard() { printf("close %d\n", number); }
};

struct Picky {
    Guard first{100}, second;
    explicit Picky(int n) : second(check(n)) { printf("picky\n"); }
    static int check(int n) {
        if (n > 2)
            throw std::invalid_argument("too large");
        return n;
    }
    ~Picky() { printf("~picky\n"); }
};

static int depth(int n) {
    Guard guard(n);
    if (n == 3)
        throw n * 10;
    return depth(n + 1) + 1;
}

static int counted = 0;
struct Element {
    Element() {
        if (++counted == 3)
            throw counted;
        printf("element %d\n", counted);
    }
    ~Element() { printf("~element\n"); }
};

int main() {
    try {
        depth(0);
    } catch (int value) {
        printf("caught %d\n", value);
    }
    for (int i = 2; i < 4; i++) {
        try {
            Picky picky(i);
        } catch (const std::exception &error) {
            printf("%s\n", error.what());
        }
    }
    try {
        Element *elements = new Element[5];
        delete[] elements;
    } catch (int n) {
        printf("element %d failed\n", n);
    }
    for (int i = 0; i < 3; i++) {
        try {
            Guard guard(50 + i);
            if (i == 1)
                continue;
            if (i == 2)
                break;
            throw i;
        } catch (int) {
            printf("in loop\n");
        }
    }
    return 0;
}

// paths: 1
