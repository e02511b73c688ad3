/* Frames on the line: COBS with a checksum. */
#ifndef JANTAKU_FRAME_H
#define JANTAKU_FRAME_H

#include "../../hal.h"
#include "../base/memory.h"

#define FRAME_OVERHEAD 6 /* type, seq, ack, code, two bytes of checksum */
#define FRAME_SIZE (MAX_PAYLOAD + FRAME_OVERHEAD)

struct frames {
    uint8_t frame[FRAME_SIZE]; /* being received, without its zeros restored yet */
    uint8_t size;
    uint8_t block; /* bytes left of the COBS block */
    bool zero;     /* the block ends with a zero that COBS took out */
    bool spoiled;  /* longer than a frame can be: wait for the end */
    uint16_t damaged;
    uint16_t repeated; /* commands that came again */
};

REMEMBERS(struct frames, frames, 1);

/* Takes in what has arrived, up to the next whole frame: type, seq, ack, code, and `size` bytes of payload, until the
 * next call. NULL when no more has arrived. */
const uint8_t *frame_receive(uint8_t *size);
/* False when the transmit buffer has no room now. */
bool frame_send(uint8_t type, uint8_t seq, uint8_t ack, uint8_t code, const void *payload, uint8_t size);

#endif
