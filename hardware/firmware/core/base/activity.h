/* What the machine is doing: state, step and action of the table, and the sorter beside it. The sequences above
 * write it; whoever records, decides or reports reads it here, without knowing them. */
#ifndef JANTAKU_ACTIVITY_H
#define JANTAKU_ACTIVITY_H

#include "../../hal.h"
#include "memory.h"

struct activity {
    uint8_t state; /* enum machine_state, without HOLD, RECOVERING, FAULT and ESTOP, which lie over it */
    uint8_t step;
    uint8_t action; /* under way, 0 for none */
    uint8_t last_action;
    uint8_t attempt;
    uint8_t sorter; /* enum sorter: runs beside the table's own state */
    uint8_t sorter_step;
    uint32_t step_at; /* on the clock of motion */
};

/* A number for an action that begins, or 0 and the reason why not. */
struct start {
    uint8_t action;
    uint8_t reason;
};

REMEMBERS(struct activity, activity, 1);

/* A number for an action that begins now. */
struct start activity_number(void);
void activity_enter(uint8_t state);
void activity_next(void);
/* Goes to any step of this state. */
void activity_go_to(uint8_t step);
/* Time in this step, without HOLD. */
uint32_t activity_step_ms(void);
/* Step of what runs: of the sorter while it sorts, marked by 0x10. */
uint8_t activity_step(void);
/* Whether this state moves the hatch, whose drivers share a current sensor with the cup of the dice. */
bool activity_moves_hatch(void);
/* State in which the table rests with what lies in its rows. */
uint8_t activity_resting(void);

#endif
