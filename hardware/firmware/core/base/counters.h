/* Numbers that outlive the supply, in EEPROM. A byte takes 3.3 ms to write and bears 100,000 writes: one is
 * written at a time, and only what changed. */
#ifndef JANTAKU_COUNTERS_H
#define JANTAKU_COUNTERS_H

#include "../../hal.h"
#include "memory.h"

struct counts {
    uint16_t cycles;
    uint16_t boots;
    uint16_t watchdogs;
    uint16_t recovered;
    uint16_t latched;
    uint8_t drum_set, row_set, standing_set; /* where which set of tiles is, NONE for nowhere */
    uint8_t sorting; /* rows may be partly filled */
};

#define COUNTS_SIZE (sizeof(struct counts) + 2) /* with the checksum */

struct counters {
    struct counts now;
    struct counts taken; /* what the running round writes */
    uint8_t stored[2 * COUNTS_SIZE]; /* what the EEPROM holds, because it cannot be read while it writes */
    uint8_t place; /* next byte to compare */
};

REMEMBERS(struct counters, counters, 1);

void counters_init(enum reset_cause cause);
/* Where the sets of tiles are now, and whether rows may be partly filled: the next round writes it. */
void counters_tick(uint8_t drum_set, uint8_t row_set, uint8_t standing_set, bool sorting);

#endif
