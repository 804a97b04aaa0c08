// dynamic_cast down, across, to void, to references, with private, repeated and virtual bases.
#include <cstdio>
#include <typeinfo>

struct A {
    int a = 1;
    virtual ~A() {}
};
struct B {
    int b = 2;
    virtual ~B() {}
};
struct AB : A, B {
    int ab = 3;
};
struct Private : private A, public B {
    A *inner() { return this; }
};
struct Left : A {
    int left = 4;
};
struct Right : A {
    int right = 5;
};
struct Repeated : Left, Right {};
struct VirtualLeft : virtual A {
    int vl = 6;
};
struct VirtualRight : virtual A {
    int vr = 7;
};
struct Diamond : VirtualLeft, VirtualRight, B {
    int d = 8;
};
struct Further : Diamond {
    int f = 9;
};

template <typename To, typename From> static int has(From *from) { return dynamic_cast<To *>(from) != nullptr; }

int main() {
    AB ab;
    A *a = &ab;
    B *b = &ab;
    printf("%d %d\n", dynamic_cast<AB *>(a)->ab, dynamic_cast<AB *>(b)->ab);
    printf("%d %d\n", dynamic_cast<B *>(a)->b, dynamic_cast<A *>(b)->a);
    printf("%d\n", dynamic_cast<void *>(b) == static_cast<void *>(&ab));
    A lone;
    printf("%d %d\n", has<AB>(&lone), has<B>(&lone));
    Private hidden;
    B *hidden_b = &hidden;
    printf("%d %d %d\n", has<A>(hidden_b), has<Private>(hidden_b), has<B>(hidden.inner()));
    Repeated repeated;
    Left *left = &repeated;
    A *left_a = left;
    printf("%d %d %d\n", has<A>(left), has<Right>(left_a), has<Repeated>(left_a));
    printf("%d\n", dynamic_cast<Right *>(left)->right);
    Further further;
    A *top = &further;
    printf("%d %d %d\n", dynamic_cast<Diamond *>(top)->d, dynamic_cast<VirtualRight *>(top)->vr, has<Repeated>(top));
    VirtualLeft *vl = &further;
    printf("%d %d\n", dynamic_cast<VirtualRight *>(vl)->vr, dynamic_cast<B *>(vl)->b);
    Diamond diamond;
    top = &diamond;
    printf("%d %d\n", has<Further>(top), has<VirtualLeft>(top));
    A *none = nullptr;
    printf("%d\n", has<AB>(none));
    try {
        dynamic_cast<Further &>(*top);
    } catch (const std::bad_cast &) {
        printf("bad cast\n");
    }
    return 0;
}

// paths: 1
