#include <cstdio>

struct Base {
    virtual ~Base() { std::printf("~Base "); }
    virtual int value() const { return 1; }
    int n = 3;
};

struct Derived : Base {
    int value() const override { return 2 + n; }
    ~Derived() override { std::printf("~Derived "); }
};

struct Virtual : virtual Base {
    int value() const override { return 10; }
};

struct Named {
    explicit Named(int x) : x(x) { std::printf("Named(%d) ", x); }
    ~Named() { std::printf("~Named(%d) ", x); }
    int x;
};

static Named first(7), second(8);

template <class T> static T twice(T x) { return x + x; }

static Named &local() {
    static Named named(9);
    return named;
}

extern "C" int run() {
    Base *base = new Derived;
    std::printf("%d ", base->value());
    delete base;
    Virtual object;
    Base &reference = object;
    std::printf("%d\n", reference.value());
    int *squares = new int[5];
    int sum = 0;
    for (int i = 0; i < 5; i++) {
        squares[i] = i * i;
        sum += squares[i];
    }
    delete[] squares;
    std::printf("%d %g %d\n", sum, twice(1.25), local().x + local().x);
    auto times = [sum](int y) { return sum * y; };
    std::printf("%d\n", times(3));
    return 0;
}
