/* Frames: COBS with a checksum, commands executed once, events until they are acknowledged. */
#ifndef JANTAKU_LINK_H
#define JANTAKU_LINK_H

#include "../hal.h"

#define FRAME_OVERHEAD 6 /* type, seq, ack, code, two bytes of checksum */
#define FRAME_SIZE (MAX_PAYLOAD + FRAME_OVERHEAD)

struct link {
    uint8_t frame[FRAME_SIZE]; /* being received, without its zeros restored yet */
    uint8_t size;
    uint8_t block; /* bytes left of the COBS block */
    bool zero;     /* the block ends with a zero that COBS took out */
    bool spoiled;  /* longer than a frame can be: wait for the end */
    bool greeted;
    bool pins_agree;
    uint16_t session;
    uint8_t reply_seq; /* 0 for none */
    uint8_t reply_code;
    struct msg_reply reply;
    uint8_t event_seq;
    bool event_sent;
    uint16_t event_ms; /* since it was sent */
    uint16_t life;
    uint16_t damaged;
    uint16_t repeated;
};

void link_init(enum reset_cause cause);
/* Takes in what has arrived. */
void link_receive(void);
/* Repeats and goes on to the next event. */
void link_tick(void);
/* False when the transmit buffer has no room now. */
bool link_send(uint8_t type, uint8_t seq, uint8_t ack, uint8_t code, const void *payload, uint8_t size);

#endif
