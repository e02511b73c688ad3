/* The host's permission to move: it has greeted, means the same pins, and renews it by its heartbeat. */
#ifndef JANTAKU_LEASE_H
#define JANTAKU_LEASE_H

#include "../../hal.h"
#include "../base/memory.h"

struct lease {
    bool greeted;
    bool pins_agree; /* both sides mean the same by a pin */
    bool hold;
    uint16_t left_ms;
    uint16_t silent_ms;
};

REMEMBERS(struct lease, lease, 1);

void lease_init(void);
void lease_renew(uint16_t ms);
/* When it ends, so does the consent to motion. */
void lease_tick(void);
/* The rail is up, consent, no hold, no latched fault: what is under way goes on. */
bool motion_allowed(void);

#endif
