// run: --external-calls overapproximate
// replay: no the function is not there natively
// A function that nobody knows may write into what new made.
extern "C" void unknown_fill(int *to);

int main() {
    int *one = new int(1);
    int *many = new int[2]();
    unknown_fill(one);
    unknown_fill(many + 1);
    int sum = 0;
    if (*one == 7)
        sum += 1; //~ reach
    if (many[0] == 5)
        sum += 2; //~ reach
    delete one;
    delete[] many;
    return sum;
}

// paths: 4
// complete: no
// incomplete: overapproximated call of unknown_fill
