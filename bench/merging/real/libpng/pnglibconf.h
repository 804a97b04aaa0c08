// The configuration that libpng comes with.
#include "scripts/pnglibconf.h.prebuilt"
