// The other half of common_symbols.c.
int common;
char block[4];

void fill(void) {
    common *= 2;
    block[3] = 'd';
}
