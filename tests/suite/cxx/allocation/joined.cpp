// Either side of a branch makes an object with new; what it made is one object afterwards.
#include <cassert>
#include <memory>
#include <pleach.h>

struct Shape {
    int sides;
    explicit Shape(int sides) : sides(sides) {}
};

int main() {
    int x = pleach_int("x");
    Shape *shape;
    int *numbers;
    pleach_merge_begin();
    if (x < 0) {
        shape = new Shape(3);
        numbers = new int[2]{1, 2};
    } else {
        shape = new Shape(4);
        numbers = new int[3]{4, 5, 6};
    }
    pleach_merge_end();
    std::unique_ptr<Shape> owner(shape);
    assert(owner->sides == (x < 0 ? 3 : 4));
    int sum = numbers[0] + numbers[1];
    if (x > -10 && x < 10)
        sum += numbers[2]; //~ error: out-of-bounds
    delete[] numbers;
    return sum > 0 ? 0 : 1;
}
// paths: any
