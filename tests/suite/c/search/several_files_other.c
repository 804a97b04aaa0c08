#include "several_files.h"

int area(const struct shape *shape) {
    return shape->width * shape->height;
}

int per_side(const struct shape *shape) {
    return 40 / shape->width; //~ error: div-by-zero
}
