/* What the machine tells the host: a queue of events that wait for their acknowledgement, and the status,
 * of which only the newest counts. */
#ifndef JANTAKU_REPORT_H
#define JANTAKU_REPORT_H

#include "../hal.h"

#define EVENT_DATA 5

struct event {
    uint8_t code;
    uint8_t data[EVENT_DATA]; /* a fault: place in the black box, and whether it is read from there */
};

struct report {
    struct event queue[EVENT_QUEUE];
    uint8_t head;
    uint8_t count;
    bool overflowed;
    uint16_t overflows;
    uint8_t reading; /* record of the black box that is told next, NONE when none is */
    uint8_t reading_action;
    uint8_t told_state, told_fault, told_sorter; /* in the last status */
    uint16_t status_ms;
    uint16_t watch_period_ms;
    uint16_t watch_ms;
};

void report_init(void);
void report_done(uint8_t action, uint8_t outcome);
void report_walls(void);
void report_dice(const uint8_t dice[2], bool spun);
void report_fault(uint8_t place);
void report_tested(uint8_t axis, uint8_t input, uint8_t verdict, int16_t measured);
void report_counters(void);
/* Tells the whole black box, then Done with this action. */
void report_blackbox(uint8_t action);
/* Room for the events that a command may cause. */
bool report_has_room(void);
/* One more event would be the last. */
bool report_full(void);
/* Payload of the oldest event; its size, 0 when none waits. */
uint8_t report_front(uint8_t *code, uint8_t payload[MAX_PAYLOAD]);
void report_pop(void);
void report_tick(void);

#endif
