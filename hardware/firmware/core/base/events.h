/* The queue of events that wait for their acknowledgement by the host. */
#ifndef JANTAKU_EVENTS_H
#define JANTAKU_EVENTS_H

#include "../../hal.h"
#include "memory.h"

#define EVENT_DATA 5

struct event {
    uint8_t code;
    uint8_t data[EVENT_DATA]; /* a fault: place in the black box, and whether it is read from there */
};

struct events {
    struct event queue[EVENT_QUEUE];
    uint8_t head;
    uint8_t count;
    bool overflowed;
    uint16_t overflows;
};

REMEMBERS(struct events, events, 1);

/* Room for one more. */
bool event_fits(void);
/* Behind the others; where there is no room it takes the place of the newest. */
void event_put(uint8_t code, const void *data, uint8_t size);
/* The oldest is done with. */
void event_pop(void);

#endif
