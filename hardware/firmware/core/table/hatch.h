/* The hatch in the middle opens for the tiles, and closes. */
#ifndef JANTAKU_HATCH_H
#define JANTAKU_HATCH_H

#include "../../hal.h"
#include "../base/memory.h"

struct hatch {
    int16_t lets_go; /* steps above its end at which the switch let go when the hatch rose last */
};

REMEMBERS(struct hatch, hatch, 1);

void open_tick(void);
void close_tick(void);
/* Raises the hatch from its end until its switch lets go; true when it has. One that stays closed is told. */
bool hatch_peeked(void);
/* While the hatch comes down: tells a switch that says closed before the hatch can be. */
void hatch_falls(void);

#endif
