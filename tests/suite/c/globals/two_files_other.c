// The other half of two_files.c.
struct pair {
    int a, b;
};

extern int tentative;
int callback(int n);

int shared = 37;
const char *const names[] = {"a", "bee", "sea"};
int numbers[4] = {1, 2, 3, 4};
struct pair pair = {1, 6};
static int hidden = 100;

static int helper(int n) {
    return n * hidden;
}

int *hidden_of_other(void) {
    return &hidden;
}

int other(int n) {
    shared++;
    tentative += n;
    return helper(n) + callback(n);
}
