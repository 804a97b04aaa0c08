// Overriding, hiding, covariant results and final overriders through a long chain of classes.
#include <cstdio>

struct A {
    virtual A *self() { return this; }
    virtual int f(int x) { return x + 1; }
    int g() { return f(1); }
    virtual ~A() = default;
};
struct B : A {
    B *self() override { return this; }
    int f(int x) override { return A::f(x) * 2; }
    int f(double x) { return static_cast<int>(x * 10); }
    int only_b = 11;
};
struct C : B {
    using B::f;
    int f(int x) final { return B::f(x) + 100; }
    int g() { return -1; }
};
struct D final : C {
    int data[3] = {7, 8, 9};
    D *self() override { return this; }
};

template <typename T> static int through(T &object) { return object.g(); }

int main() {
    D d;
    A &a = d;
    B &b = d;
    printf("%d %d %d\n", a.f(5), b.f(2.5), a.g());
    printf("%d %d %d\n", through(a), through(d), d.C::g());
    printf("%d %d\n", b.self()->only_b, d.self()->data[1]);
    printf("%d\n", a.self() == &a);
    A sliced = d;
    printf("%d %d\n", sliced.f(5), sliced.g());
    A *all[] = {new A, new B, new C, new D};
    int sum = 0;
    for (A *one : all) {
        sum = sum * 3 + one->f(sum);
        delete one;
    }
    printf("%d\n", sum);
    return 0;
}

// paths: 1
