/* An input that changes more often than anything real can: a loose wire. */
#ifndef JANTAKU_CHATTER_H
#define JANTAKU_CHATTER_H

#include "../../hal.h"
#include "../base/memory.h"

struct chatter {
    uint8_t last[INPUT_BYTES];
    uint8_t edges[IN_COUNT]; /* in the running second */
    uint16_t ms;
};

REMEMBERS(struct chatter, chatter, 1);

void chatter_tick(void);

#endif
