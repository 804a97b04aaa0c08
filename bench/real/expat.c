// Any six bytes as a document. The library is libexpat.
#include "expat.h"
#include <klee/klee.h>

int main(void) {
    char text[6];
    klee_make_symbolic(text, sizeof text, "text");
    XML_Parser parser = XML_ParserCreate(0);
    if (!parser) return 2;
    int status = XML_Parse(parser, text, sizeof text, 1);
    XML_ParserFree(parser);
    return status == 0;
}
