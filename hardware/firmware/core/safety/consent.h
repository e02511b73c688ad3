/* A person's consent to motion: somebody has pressed START. Whatever interrupts the machine takes it away, and nothing
 * moves before somebody has pressed again. */
#ifndef JANTAKU_CONSENT_H
#define JANTAKU_CONSENT_H

#include "../../hal.h"
#include "../base/memory.h"

struct consent {
    bool given;
    bool ended; /* since the last tick */
    uint16_t since_ms;  /* the press */
    uint16_t barred_ms; /* no press counts */
};

REMEMBERS(struct consent, consent, 1);

void consent_give(void);
void consent_withdraw(void);
/* The lid is open or the stop pressed: presses count for nothing, nor do those that are on their way meanwhile. */
void consent_bar(void);
/* The press was a moment ago: whoever pressed expects motion now. */
bool consent_fresh(void);
/* True when it has ended: what moves has to slow down. */
bool consent_tick(void);

#endif
