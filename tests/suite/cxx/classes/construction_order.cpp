// Members and bases are constructed in order of declaration and destroyed the other way round.
#include <cstdio>

struct Trace {
    const char *name;
    explicit Trace(const char *n) : name(n) { printf("+%s\n", name); }
    Trace(const Trace &other) : name(other.name) { printf("copy %s\n", name); }
    ~Trace() { printf("-%s\n", name); }
};

struct Left {
    Trace trace{"left"};
};

struct Right {
    Trace trace{"right"};
};

struct Both : Left, Right {
    Trace first, second;
    Both() : second("second"), first("first") { printf("body\n"); }
    ~Both() { printf("end of both\n"); }
};

Trace global("global");

static Trace make() {
    Trace local("returned");
    return local;
}

int main() {
    Both both;
    {
        Trace inner("inner");
        Trace copy = inner;
    }
    Trace given = make();
    Trace array[2] = {Trace("a0"), Trace("a1")};
    printf("end of main\n");
    return 0;
}

// paths: 1
