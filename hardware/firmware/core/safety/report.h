/* What happened, for the host: events into the queue, and the black box, one record after the other. */
#ifndef JANTAKU_REPORT_H
#define JANTAKU_REPORT_H

#include "../../hal.h"
#include "../base/memory.h"

struct report {
    uint8_t reading; /* record of the black box that is told next, NONE when none is */
    uint8_t reading_action;
};

REMEMBERS(struct report, report, 1);

void report_init(void);
void report_done(uint8_t action, uint8_t outcome);
void report_walls(uint8_t set, const uint8_t stacks[LANES]);
void report_dice(const uint8_t dice[2], bool spun);
void report_tested(uint8_t axis, uint8_t input, uint8_t verdict, int16_t measured);
void report_counters(void);
/* Tells the whole black box, then Done with this action. */
void report_blackbox(uint8_t action);
/* Room for the events that a command may cause. */
bool report_has_room(void);
/* One more event would be the last. */
bool report_full(void);
/* One record at a time, and only into an empty queue: reading the past never crowds out the present. */
void report_tick(void);

#endif
