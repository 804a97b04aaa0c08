// What UBSan's instrumentation asks about the types of functions and objects, and of what only C++ has.
// cflags: -fsanitize=undefined,vptr
#include <pleach.h>

struct Shape {
    virtual int sides() const { return 0; }
    virtual ~Shape() {}
};
struct Square : Shape {
    int sides() const override { return 4; }
};
struct Triangle : Shape {
    int longest = 7;
    int sides() const override { return 3; }
};
struct Shared : virtual Shape {
    int sides() const override { return 1; }
};
struct Both : Square, Shared {
    int sides() const override { return 5; }
};
enum Colour { red, green, blue };

static int count(const Shape *shape) { return shape->sides(); }
static int twice(int x) noexcept { return 2 * x; }

static int colour(unsigned char x) {
    Colour c;
    __builtin_memset(&c, x, sizeof c);
    return c == blue; //~ error: undefined
}

static int nothing(int x) { if (x == 1) return 3; } //~ error: unreachable

int main() {
    Square square;
    Triangle triangle;
    Shared shared;
    Both both;
    int (*function)(int) = twice;
    int sum = count(&square) + count(&triangle) + count(&shared) + count(static_cast<Shared *>(&both)) + function(1);
    if (sum != 15)
        return 1;
    Shape *shape = &square;
    Shape *none = nullptr;
    switch (pleach_range(0, 7, "which")) {
    case 0:
        return static_cast<Triangle *>(shape)->sides(); //~ error: undefined
    case 1:
        return none->sides(); //~ error: null
    case 2:
        return reinterpret_cast<int (*)(long)>(function)(3); //~ error: undefined
    case 3:
        return colour(pleach_range(0, 2, "colour") * 255);
    case 4:
        return nothing(pleach_range(0, 2, "given"));
    case 5: {
        Shape &reference = *none; //~ error: null
        return &reference == shape;
    }
    default:
        return 0;
    }
}

// paths: any
