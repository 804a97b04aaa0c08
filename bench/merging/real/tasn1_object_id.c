// libtasn1: an object identifier as text.
#include "../input.h"
#include <libtasn1.h>

int main(void) {
    size_t n;
    unsigned char *der = buffer(&n);
    char name[32];
    int used;
    int result = asn1_get_object_id_der(der, (int)n, &used, name, sizeof name);
    free(der);
    return result == ASN1_SUCCESS ? used : 100;
}
