/* Tries every axis and what its sensors say of it. */
#ifndef JANTAKU_SELFTEST_H
#define JANTAKU_SELFTEST_H

#include "../../hal.h"
#include "../base/activity.h"
#include "../base/memory.h"

struct selftest {
    uint8_t action; /* 0 for none */
    uint8_t axis;
    uint8_t last; /* axis after which it ends */
    uint8_t step;
    uint8_t edges;
    uint16_t ms;
    uint16_t most; /* highest current, mA */
};

REMEMBERS(struct selftest, selftest, 1);

struct start selftest_start(uint8_t axis);
void selftest_abort(void);
void selftest_tick(void);

#endif
