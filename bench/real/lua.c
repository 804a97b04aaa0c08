// Any six bytes as a chunk. The library is Lua's.
#include "lua.h"
#include "lauxlib.h"
#include <klee/klee.h>

int main(void) {
    char text[6];
    klee_make_symbolic(text, sizeof text, "text");
    lua_State *state = luaL_newstate();
    if (!state) return 2;
    int status = luaL_loadbufferx(state, text, sizeof text, "=text", "t");
    lua_close(state);
    return status != 0;
}
