#include "frame.h"

#include <string.h>

#include "../base/crc.h"

REMEMBERED(struct frames, frames, 1);

static uint16_t seed(uint8_t type)
{
    return type == FRAME_TYPE_HELLO ? HELLO_SEED : SCHEMA_HASH;
}

/* COBS in one pass: each block's length is written when its zero, or the end, is reached. */
static uint8_t stuff(const uint8_t *bytes, uint8_t size, uint8_t *out)
{
    uint8_t length_at = 0, end = 1;

    for (uint8_t i = 0; i < size; i++) {
        if (bytes[i])
            out[end++] = bytes[i];
        if (!bytes[i]) {
            out[length_at] = (uint8_t)(end - length_at);
            length_at = end++;
        }
    }
    out[length_at] = (uint8_t)(end - length_at);
    out[end++] = 0;
    return end;
}

bool frame_send(uint8_t type, uint8_t seq, uint8_t ack, uint8_t code, const void *payload, uint8_t size)
{
    uint8_t frame[FRAME_SIZE] = {type, seq, ack, code}, wire[FRAME_SIZE + 2];
    uint16_t crc;

    memcpy(frame + 4, payload, size);
    crc = crc16(seed(type), frame, (uint16_t)(size + 4));
    frame[size + 4] = (uint8_t)crc;
    frame[size + 5] = (uint8_t)(crc >> 8);
    return hal_send(wire, stuff(frame, (uint8_t)(size + FRAME_OVERHEAD), wire));
}

/* Whether what ended is a whole frame. */
static bool frame_ended(void)
{
    struct frames *f = frames;
    uint8_t size = f->size;
    bool whole = !f->spoiled && f->block == 0 && size >= FRAME_OVERHEAD;

    f->size = 0;
    f->block = 0;
    f->zero = false;
    f->spoiled = false;
    if (size == 0)
        return false;
    if (!whole || crc16(seed(f->frame[0]), f->frame, (uint16_t)(size - 2)) !=
                      (uint16_t)(f->frame[size - 2] | f->frame[size - 1] << 8)) {
        f->damaged++;
        return false;
    }
    return true;
}

static void keep(uint8_t byte)
{
    struct frames *f = frames;

    if (f->size < FRAME_SIZE)
        f->frame[f->size++] = byte;
    else
        f->spoiled = true;
}

const uint8_t *frame_receive(uint8_t *size)
{
    struct frames *f = frames;
    int16_t byte;

    while ((byte = hal_receive()) >= 0) {
        if (byte == 0) {
            *size = (uint8_t)(f->size - FRAME_OVERHEAD);
            if (frame_ended())
                return f->frame;
            continue;
        }
        if (f->block) {
            f->block--;
            keep((uint8_t)byte);
            continue;
        }
        if (f->zero)
            keep(0);
        f->block = (uint8_t)(byte - 1);
        f->zero = byte < 0xff;
    }
    return NULL;
}
