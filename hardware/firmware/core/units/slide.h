/* An axis between two end switches, driven by a stepper: stacker, wall lift, centre lift. A move ends at
 * its switch or finds out why not, and is tried again after homing as often as the fault's ladder says. */
#ifndef JANTAKU_SLIDE_H
#define JANTAKU_SLIDE_H

#include "../../hal.h"
#include "../base/memory.h"
#include "slide_kind.h"

enum slide_goal {
    SLIDE_NOWHERE,
    SLIDE_HOME,
    SLIDE_HOME_SHORT, /* without looking for the far switch where the low one is silent: something may lie in the way */
    SLIDE_LOW,
    SLIDE_HIGH,
    SLIDE_BACK,
};
#define SLIDE_AT_REST 0 /* phase of a slide that has nothing to do */
enum slide_result { SLIDE_BUSY, SLIDE_DONE, SLIDE_FAILED };

struct slide {
    uint8_t goal;   /* what the sequence asked for */
    uint8_t phase;
    uint8_t result;
    uint8_t attempt;
    uint8_t settle; /* ms since the pulses ended */
    uint8_t fault;  /* of the running ladder, 0 for none */
    uint8_t suspect; /* input that will be named */
    uint8_t gone; /* turns in which its switch did not answer although it stands there */
    bool moving; /* pulses of this phase were started */
    bool retry;  /* homing belongs to the ladder; the goal follows */
    int16_t begun; /* position where the phase began */
    int16_t measured; /* position where the far switch was found */
};

REMEMBERS(struct slide, slides, STEPPER_COUNT);

void slide_go(uint8_t slide, enum slide_goal goal);
enum slide_result slide_result(uint8_t slide);
void slide_tick(void);

#endif
