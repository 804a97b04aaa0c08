// Static objects: order in a file, on first use, once only, again after an exception; destroyed backwards at the end.
#include <cstdio>
#include <cstdlib>
#include <string>

struct Noted {
    std::string name;
    explicit Noted(const char *n) : name(n) { printf("+%s\n", n); }
    ~Noted() { printf("-%s\n", name.c_str()); }
};

static Noted first("first");
Noted second("second");

static Noted &lazy(int n) {
    static Noted object(n == 1 ? "lazy one" : "lazy two");
    return object;
}

static int attempts = 0;
static int &careful() {
    static int value = [] {
        if (++attempts < 3)
            throw attempts;
        return attempts * 100;
    }();
    return value;
}

template <typename T> struct Holder {
    static Noted held;
};
template <typename T> Noted Holder<T>::held("held");

thread_local Noted local("of the thread");
inline Noted shared("inline");
static int computed = static_cast<int>(shared.name.size()) * 2;

__attribute__((constructor)) static void before() { puts("constructor"); }
__attribute__((destructor)) static void after() { puts("destructor"); }

int main() {
    puts("main");
    atexit([] { puts("registered"); });
    lazy(1);
    lazy(2);
    for (int i = 0; i < 4; i++) {
        try {
            printf("value %d\n", careful()++);
        } catch (int n) {
            printf("failed %d\n", n);
        }
    }
    printf("%s %s %d\n", Holder<int>::held.name.c_str(), local.name.c_str(), computed);
    std::exit(3);
}

// paths: 1
