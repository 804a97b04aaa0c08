/* Reads the messages of a small sensor, with one mistake in the reader.
 *
 *   byte 0   'S'
 *   byte 1   how many records follow
 *   records  kind, length, then that many bytes of payload
 *            kind 1: a temperature, two bytes, big-endian
 *            kind 2: the name of the sensor, at most eight bytes
 *            kind 3: a battery level, one byte, in percent */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __PLEACH__
#include <pleach.h>
#endif

struct reading {
    int temperature;
    int battery;
    char name[9];
};

/* The number of bytes of one record, or 0 if it makes no sense. */
static size_t read_record(struct reading *reading, const uint8_t *record, size_t left) {
    if (left < 2)
        return 0;
    uint8_t kind = record[0], length = record[1];
    const uint8_t *payload = record + 2;
    switch (kind) {
    case 1:
        if (length != 2 || left < 4)
            return 0;
        reading->temperature = (int16_t)(payload[0] << 8 | payload[1]);
        break;
    case 2:
        if (length >= sizeof reading->name)
            return 0;
        for (size_t i = 0; i < length; i++)
            reading->name[i] = (char)payload[i];
        reading->name[length] = '\0';
        break;
    case 3:
        if (length != 1 || left < 3 || payload[0] > 100)
            return 0;
        reading->battery = payload[0];
        break;
    default:
        return 0;
    }
    return 2 + (size_t)length;
}

static int read_message(struct reading *reading, const uint8_t *message, size_t size) {
    if (size < 2 || message[0] != 'S')
        return -1;
    size_t at = 2;
    for (uint8_t records = message[1]; records > 0; records--) {
        size_t used = read_record(reading, message + at, size - at);
        if (used == 0)
            return -1;
        at += used;
    }
    return at == size ? 0 : -1;
}

int main(void) {
    enum { SIZE = 7 };
    uint8_t *message = malloc(SIZE);
    struct reading reading = {0};
#ifdef __PLEACH__
    pleach_symbolic(message, SIZE, "message");
#else
    if (fread(message, 1, SIZE, stdin) != SIZE)
        return 2;
#endif
    int status = read_message(&reading, message, SIZE);
    if (status == 0) {
        assert(reading.battery <= 100);
        printf("%s: %d.%d degrees, battery %d %%\n", reading.name, reading.temperature / 10,
               abs(reading.temperature % 10), reading.battery);
    }
    free(message);
    return status == 0 ? 0 : 1;
}
