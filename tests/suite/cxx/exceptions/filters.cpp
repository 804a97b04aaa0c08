// Lists of what a function throws, as they were before C++17.
// cflags: -std=c++14 -Wno-dynamic-exception-spec
#include <cstdio>

struct Known {
    int value;
    explicit Known(int v) : value(v) {}
};
struct Special : Known {
    Special() : Known(2) {}
};

static void listed(int which) throw(Known, int) {
    if (which == 0)
        throw Known(1);
    if (which == 1)
        throw Special();
    if (which == 2)
        throw 3;
}

static int nothing(int n) throw() { return n * 2; }

struct Cleanup {
    const char *name;
    ~Cleanup() { printf("~%s\n", name); }
};

int main() {
    for (int i = 0; i < 4; i++) {
        Cleanup cleanup = {"round"};
        try {
            Cleanup inner = {"inner"};
            listed(i);
            printf("none\n");
        } catch (const Known &known) {
            printf("known %d\n", known.value);
        } catch (int number) {
            printf("number %d\n", number);
        }
    }
    return nothing(2);
}

// paths: 1
