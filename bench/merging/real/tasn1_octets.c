// libtasn1: the contents of an octet string.
#include "../input.h"
#include <libtasn1.h>

int main(void) {
    size_t n;
    unsigned char *der = buffer(&n);
    unsigned char octets[4];
    int used, length;
    int result = asn1_get_octet_der(der, (int)n, &used, octets, sizeof octets, &length);
    free(der);
    return result == ASN1_SUCCESS ? length : 100;
}
