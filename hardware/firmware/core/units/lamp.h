/* Lamps of the lanes, the status lamp and the buzzer: what a person at the table sees without a screen. */
#ifndef JANTAKU_LAMP_H
#define JANTAKU_LAMP_H

#include "../../hal.h"
#include "../base/memory.h"

struct lamps {
    uint8_t tenths;  /* of ten ms, of the running beat */
    uint8_t told;    /* fault for which the buzzer has sounded */
    uint8_t beat;    /* of 100 ms: what blinks follows it */
    uint8_t sounds;  /* left, of 100 ms, every other one silent */
    uint8_t warns;   /* left of a warning, of 100 ms */
    uint8_t warned;  /* left of the time in which a warning, or what moves in sight, is still in mind */
};

REMEMBERS(struct lamps, lamps, 1);

/* Whether people expect lifts and hatch to move: somebody has just pressed, or they move, or beep and lamp have said
 * so. Begins the warning where not; ask again. */
bool lamp_warned(void);
void lamp_tick(void);

#endif
