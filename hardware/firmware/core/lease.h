/* The host's permission to move, renewed by its heartbeat. */
#ifndef JANTAKU_LEASE_H
#define JANTAKU_LEASE_H

#include "../hal.h"

struct lease {
    bool hold;
    uint16_t left_ms;
    uint16_t silent_ms;
};

void lease_init(void);
void lease_renew(uint16_t ms);
void lease_tick(void);

#endif
