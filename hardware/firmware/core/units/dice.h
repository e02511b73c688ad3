/* The dice: the cup is spun for the eye, the numbers are drawn here. */
#ifndef JANTAKU_DICE_H
#define JANTAKU_DICE_H

#include "../../hal.h"
#include "../base/activity.h"
#include "../base/memory.h"

struct dice {
    uint32_t random;
    uint8_t action; /* 0 for none */
    uint8_t attempt;
    bool turned;
    uint16_t ms;
    uint16_t loose_ms;
};

REMEMBERS(struct dice, dice, 1);

/* Mixes in what nobody can foresee: the microsecond in which a frame came. */
void dice_stir(uint32_t chance);
struct start dice_throw(void);
void dice_tick(void);

#endif
