struct shape {
    int width, height;
};

int area(const struct shape *shape);
int per_side(const struct shape *shape);
