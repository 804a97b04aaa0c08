// Virtual functions, also from constructors, through several bases and through pointers to members.
#include <cstdio>

struct Shape {
    Shape() { describe(); }
    virtual ~Shape() { describe(); }
    virtual int area() const = 0;
    virtual const char *name() const { return "shape"; }
    void describe() const { printf("I am a %s\n", name()); }
};

struct Square : Shape {
    int side;
    explicit Square(int s) : side(s) { describe(); }
    ~Square() override { describe(); }
    int area() const override { return side * side; }
    const char *name() const override { return "square"; }
};

struct Labelled {
    virtual ~Labelled() {}
    virtual const char *label() const { return "none"; }
    int padding = 5;
};

struct Tile final : Square, Labelled {
    explicit Tile(int s) : Square(s) {}
    int area() const override { return Square::area() + 1; }
    const char *label() const override { return "tile"; }
    const char *name() const override { return "tile square"; }
};

int main() {
    Tile tile(3);
    Shape *shape = &tile;
    Labelled *labelled = &tile;
    printf("%d %s %d\n", shape->area(), labelled->label(), labelled->padding);
    int (Shape::*method)() const = &Shape::area;
    printf("%d\n", (shape->*method)());
    const char *(Labelled::*other)() const = &Labelled::label;
    printf("%s\n", (tile.*other)());
    int Square::*member = &Square::side;
    tile.*member = 7;
    printf("%d\n", shape->area());
    Shape *heap = new Tile(2);
    printf("%d\n", heap->area());
    delete heap;
    return tile.area() % 7;
}

// paths: 1
