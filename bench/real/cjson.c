// Any seven bytes as a value, read and printed. The library is cJSON.
#include "cJSON.h"
#include <klee/klee.h>

int main(void) {
    char text[7];
    klee_make_symbolic(text, sizeof text, "text");
    cJSON *value = cJSON_ParseWithLength(text, sizeof text);
    char *printed = value ? cJSON_PrintUnformatted(value) : 0;
    if (printed) cJSON_free(printed);
    cJSON_Delete(value);
    return value == 0;
}
