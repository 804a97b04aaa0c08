// A constructor calls, by way of another function, a virtual function that has no body yet.
#include <pleach.h>

struct Base {
    explicit Base(bool early) {
        if (early)
            start();
    }
    virtual ~Base() {}
    void start() { prepare(); } //~ error: abort
    virtual void prepare() = 0;
};

struct Derived : Base {
    using Base::Base;
    void prepare() override {}
};

int main() {
    Derived derived(pleach_int("early") == 3);
    derived.start();
    return 0;
}

// paths: 2
