/* What the machine is like now, for the host: the status, of which only the newest counts, and telemetry. */
#ifndef JANTAKU_STATUS_H
#define JANTAKU_STATUS_H

#include "../../hal.h"
#include "../base/memory.h"

struct status {
    uint8_t told_state, told_fault, told_sorter; /* in the last status */
    uint16_t status_ms;
    uint16_t watch_period_ms;
    uint16_t watch_ms;
};

REMEMBERS(struct status, status, 1);

void status_init(void);
void status_tick(void);

#endif
