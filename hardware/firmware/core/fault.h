/* One way for everything that goes wrong: a record, an event, and what the class of the fault demands. */
#ifndef JANTAKU_FAULT_H
#define JANTAKU_FAULT_H

#include "../hal.h"

struct faults {
    uint8_t latched; /* code, 0 for none */
    uint8_t latched_axis;
    uint8_t recovering; /* code of the youngest ladder that runs */
    uint8_t recovering_axis;
    uint8_t ladders; /* that run */
    uint8_t told; /* of what lasts, since the last clearing: enum lasting, a bit each */
};

enum lasting { LASTS_ESTOP, LASTS_LID, LASTS_RAIL, LASTS_DRIVER, LASTS_SUPPLY, LASTS_HEAT };

uint8_t fault_class(uint8_t code);
/* Attempts of the machine itself before it asks a person. */
uint8_t fault_attempts(uint8_t code);
/* A ladder takes its next step. */
void fault_recovering(uint8_t code, uint8_t axis, int16_t detail, uint8_t attempt);
/* It helped. */
void fault_cleared(uint8_t code, uint8_t axis);
/* A person is needed: motion ends, and a lockout takes the motor supply as well. */
void fault_latch(uint8_t code, uint8_t axis, int16_t detail);
/* The same for what lasts, asked for again and again: told once until it is cleared, and at once if it lasts then. */
void fault_lasts(enum lasting what, uint8_t code, int16_t detail);
void fault_warn(uint8_t code, uint8_t axis, int16_t detail);
/* A person says that the cause is gone; false while it is not. */
bool fault_clear(void);

#endif
