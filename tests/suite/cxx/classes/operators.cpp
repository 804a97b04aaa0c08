// Overloaded operators of a small number class, conversions, friends, comparison.
// cflags: -std=c++20
#include <compare>
#include <cstdio>
#include <cstdlib>

class Fraction {
    long top, bottom;
    static long divisor(long a, long b) { return b == 0 ? labs(a) : divisor(b, a % b); }

public:
    Fraction(long t = 0, long b = 1) : top(t), bottom(b) {
        long common = divisor(top, bottom);
        if (bottom < 0)
            common = -common;
        top /= common;
        bottom /= common;
    }
    Fraction &operator+=(const Fraction &o) { return *this = Fraction(top * o.bottom + o.top * bottom, bottom * o.bottom); }
    friend Fraction operator+(Fraction a, const Fraction &b) { return a += b; }
    friend Fraction operator*(const Fraction &a, const Fraction &b) { return {a.top * b.top, a.bottom * b.bottom}; }
    Fraction operator-() const { return {-top, bottom}; }
    Fraction &operator++() { return *this += 1; }
    Fraction operator++(int) {
        Fraction old = *this;
        ++*this;
        return old;
    }
    bool operator==(const Fraction &o) const { return top == o.top && bottom == o.bottom; }
    auto operator<=>(const Fraction &o) const { return top * o.bottom <=> o.top * bottom; }
    explicit operator bool() const { return top != 0; }
    long operator()(long scale) const { return scale * top / bottom; }
    long operator[](int i) const { return i == 0 ? top : bottom; }
    void print() const { printf("%ld/%ld\n", top, bottom); }
};

int main() {
    Fraction half(1, 2), third(1, 3);
    (half + third).print();
    (half * -third).print();
    Fraction x(6, -8);
    x.print();
    (x++).print();
    (++x).print();
    printf("%d %d %d\n", half == Fraction(2, 4), half < third, x >= 1);
    printf("%ld %ld\n", half(10), third[1]);
    Fraction sum;
    for (int i = 1; i <= 6; i++)
        sum += Fraction(1, i);
    sum.print();
    return sum ? 4 : 5;
}

// paths: 1
