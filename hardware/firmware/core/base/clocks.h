/* Times that everybody reads; the main loop moves them. */
#ifndef JANTAKU_CLOCKS_H
#define JANTAKU_CLOCKS_H

#include "../../hal.h"
#include "memory.h"

struct clocks {
    uint32_t now;     /* ms since the start */
    uint8_t tenth;    /* of ten ms: slow watches look when it is 0, because a division costs as much as they */
    uint32_t moving;  /* ms in which motion was allowed: stands still in HOLD, so that deadlines do */
    uint16_t loop_us; /* longest turn of the main loop */
};

REMEMBERS(struct clocks, clocks, 1);

/* Another millisecond. */
void clocks_tick(void);

#endif
