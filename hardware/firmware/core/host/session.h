/* What host and machine say to each other: greetings, commands executed once, events until they are acknowledged. */
#ifndef JANTAKU_SESSION_H
#define JANTAKU_SESSION_H

#include "../../hal.h"
#include "../base/memory.h"

struct session {
    uint16_t number;
    uint8_t reply_seq; /* 0 for none */
    uint8_t reply_code;
    struct msg_reply reply;
    uint8_t event_seq;
    bool event_sent;
    uint16_t event_ms; /* since it was sent */
    uint16_t life;
};

REMEMBERS(struct session, session, 1);

void session_init(enum reset_cause cause);
/* Takes in what has arrived. */
void session_receive(void);
/* Repeats and goes on to the next event. */
void session_tick(void);

#endif
