/* Something is between a lift and its frame: the motor strains, everything stops, and it backs off. */
#ifndef JANTAKU_PINCH_H
#define JANTAKU_PINCH_H

#include "../../hal.h"
#include "../base/memory.h"

#define PINCH_SLIDES 5 /* four lifts and the centre */

struct pinch {
    uint8_t slide; /* that backs off, 0 for none (0 is a stacker) */
    uint8_t strain_ms[PINCH_SLIDES];
    uint16_t most[PINCH_SLIDES]; /* conversions that are no pinch yet */
};

REMEMBERS(struct pinch, pinch, 1);

/* Takes the threshold from the settings. */
void pinch_init(void);

void pinch_tick(void);
/* The back-off is under way: nothing else may move. */
bool pinch_running(void);

#endif
