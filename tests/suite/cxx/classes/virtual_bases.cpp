// A diamond has its virtual base once, constructed by the most derived class.
#include <cstdio>

struct Base {
    int value;
    explicit Base(int v) : value(v) { printf("base %d\n", v); }
    virtual ~Base() { printf("~base\n"); }
    virtual int twice() const { return 2 * value; }
};

struct Left : virtual Base {
    int left = 1;
    Left() : Base(10) { printf("left\n"); }
    ~Left() override { printf("~left\n"); }
};

struct Right : virtual Base {
    int right = 2;
    Right() : Base(20) { printf("right\n"); }
    int twice() const override { return 2 * value + right; }
};

struct Bottom : Left, Right {
    int bottom = 3;
    Bottom() : Base(30) { printf("bottom\n"); }
};

static int sum(const Base &base) { return base.twice() + base.value; }

int main() {
    Bottom bottom;
    Left &left = bottom;
    Right &right = bottom;
    left.value = 7;
    printf("%d %d %d\n", right.value, bottom.twice(), sum(left));
    printf("%d\n", static_cast<Base *>(&left) == static_cast<Base *>(&right));
    Left alone;
    printf("%d %d\n", alone.value, sum(alone));
    Bottom copy = bottom;
    copy.value = 9;
    printf("%d %d\n", bottom.value, copy.value);
    return 0;
}

// paths: 1
