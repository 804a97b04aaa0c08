// libtasn1: the length of a DER element.
#include "../input.h"
#include <libtasn1.h>

int main(void) {
    size_t n;
    unsigned char *der = buffer(&n);
    int used;
    long length = asn1_get_length_der(der, (int)n, &used);
    free(der);
    return length < 0 ? (int)-length : used;
}
