// libtasn1: an object identifier from its text.
#include "../input.h"
#include <libtasn1.h>

int main(void) {
    char *name = text();
    unsigned char der[16];
    int length = sizeof der;
    int result = asn1_object_id_der(name, der, &length, 0);
    free(name);
    return result == ASN1_SUCCESS ? length : 100;
}
