/* One way for everything that goes wrong: a record, an event, and what the class of the fault demands. A fault stops
 * the drives by itself; the sequences above learn of it by `interrupt`, before fault_latch returns. */
#ifndef JANTAKU_FAULT_H
#define JANTAKU_FAULT_H

#include "../../hal.h"
#include "../base/memory.h"

struct faults {
    uint8_t latched; /* code, 0 for none */
    uint8_t latched_axis;
    uint8_t recovering; /* code of the youngest ladder that runs */
    uint8_t recovering_axis;
    uint8_t ladders; /* that run */
    uint8_t told; /* of what lasts, since the last clearing: enum lasting, a bit each */
    void (*interrupt)(void); /* what the top does when a fault is latched */
};

REMEMBERS(struct faults, faults, 1);

enum lasting { LASTS_ESTOP, LASTS_LID, LASTS_RAIL, LASTS_DRIVER, LASTS_SUPPLY, LASTS_HEAT };

/* `interrupt` ends what the sequences do; once after a reset. */
void fault_init(void (*interrupt)(void));
uint8_t fault_class(uint8_t code);
/* Attempts of the machine itself before it asks a person. */
uint8_t fault_attempts(uint8_t code);
/* A ladder takes its next step. */
void fault_recovering(uint8_t code, uint8_t axis, int16_t detail, uint8_t attempt);
/* It helped. */
void fault_cleared(uint8_t code, uint8_t axis);
/* What was being recovered is not needed any more: nobody knows whether it would have. */
void fault_ladder_ended(void);
/* The same for all that run. */
void fault_ladders_end(void);
/* A person is needed: motion ends until somebody presses and clears it, and a lockout takes the motor supply as well. */
void fault_latch(uint8_t code, uint8_t axis, int16_t detail);
/* The same for what lasts, asked for again and again: told once until it is cleared, and at once if it lasts then. */
void fault_lasts(enum lasting what, uint8_t code, int16_t detail);
/* Whether it was told and nobody has cleared it since. */
bool fault_told(enum lasting what);
void fault_warn(uint8_t code, uint8_t axis, int16_t detail);
/* An event found no room: the fault that says so takes the place of the newest one, and nothing more is told while
 * it stands there. */
void fault_event_lost(void);
/* A person says that the cause is gone; false while it is not. */
bool fault_clear(void);

#endif
