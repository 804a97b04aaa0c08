// Any 24 bytes as an image. The library is stb_image.
#define STB_IMAGE_IMPLEMENTATION
#define STBI_NO_STDIO
#define STBI_NO_SIMD
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#include "stb_image.h"
#include <klee/klee.h>

int main(void) {
    unsigned char file[24];
    klee_make_symbolic(file, sizeof file, "file");
    int width, height, channels;
    unsigned char *pixels = stbi_load_from_memory(file, sizeof file, &width, &height, &channels, 0);
    if (pixels) stbi_image_free(pixels);
    return pixels == 0;
}
