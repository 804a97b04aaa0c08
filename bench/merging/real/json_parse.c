// json-c: a text parsed into an object.
#include "../input.h"
#include <json_object.h>
#include <json_tokener.h>

int main(void) {
    char *line = text();
    struct json_object *object = json_tokener_parse(line);
    int type = json_object_get_type(object);
    json_object_put(object);
    free(line);
    return type;
}
