// Three levels of pointers with a symbolic index each, read three times.
#include <pleach.h>
#include <stdlib.h>

#define N 4

int main(void) {
    short ***cube = malloc(N * sizeof *cube);
    for (int i = 0; i < N; i++) {
        cube[i] = malloc(N * sizeof **cube);
        for (int j = 0; j < N; j++) {
            cube[i][j] = malloc(N * sizeof ***cube);
            for (int k = 0; k < N; k++)
                cube[i][j][k] = i * 100 + j * 10 + k;
        }
    }
    int sum = 0;
    for (int round = 0; round < 3; round++) {
        int i = pleach_range(0, N, "i"), j = pleach_range(0, N, "j"), k = pleach_range(0, N, "k");
        sum += cube[i][j][k];
    }
    return sum == 333 + 333 + 210;
}
