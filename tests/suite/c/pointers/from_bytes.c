// A pointer is put together from the bytes of one of four pointers: its term shows one of the addresses and means all.
#include <pleach.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    unsigned *cells[4];
    for (int k = 0; k < 4; k++)
        cells[k] = calloc(2, sizeof(unsigned));
    unsigned i = pleach_range(0, 4, "i");
    uintptr_t address = 0;
    for (unsigned k = 0; k < 8; k++)
        address |= (uintptr_t)((unsigned char *)&cells[i])[k] << (8 * k);
    unsigned *cell = (unsigned *)address;
    cell[1] = 3;
    pleach_assert(cells[i][1] == 3 && cells[(i + 1) % 4][1] == 0);
    return cell[0];
}

// paths: 4
