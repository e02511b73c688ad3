/* The motor supply: relay and driver enables, and how many motors may start at once. */
#ifndef JANTAKU_POWER_H
#define JANTAKU_POWER_H

#include "../../hal.h"
#include "../base/memory.h"

struct power {
    bool on;
    bool proven; /* the rail has answered since it was switched on */
    uint16_t changed_ms; /* since the last switching */
    /* Of the watch over it (safety/supply.c): here, because switching sets all of it back. */
    uint16_t wrong_ms;
    uint16_t low_turns;
    uint16_t hot_turns;
    uint16_t driver_ms;
    uint8_t start_gap; /* ms until another motor may start */
};

REMEMBERS(struct power, power, 1);

void power_on(void);
void power_off(void);
void power_tick(void);
/* The rail is up: motors may be driven. */
bool power_ready(void);
/* Takes one of the starts that are allowed per 100 ms; false when there is none now. */
bool power_take_start(void);

#endif
