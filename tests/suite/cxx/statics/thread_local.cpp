// Variables of the thread, in functions, classes and at the top.
#include <cstdio>

struct Counter {
    int count = 10;
    Counter() { printf("counter\n"); }
    ~Counter() { printf("~counter %d\n", count); }
};

thread_local int plain = 3;
thread_local Counter counter;
static thread_local const char *name = "main";

struct Class {
    static thread_local int member;
};
thread_local int Class::member = plain + 1;

static int next() {
    thread_local int value = 100;
    return ++value;
}

static int used() {
    static thread_local Counter inner;
    return ++inner.count;
}

int main() {
    printf("%d %s %d\n", plain, name, next());
    plain = 8;
    printf("%d %d\n", Class::member, next());
    counter.count++;
    printf("%d %d\n", used(), used());
    int *address = &plain;
    *address += 1;
    printf("%d %d\n", plain, counter.count);
    return 0;
}

// paths: 1
