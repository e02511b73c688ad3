#include "counters.h"

#include <string.h>

#include "crc.h"

REMEMBERED(struct counters, counters, 1);

static uint8_t byte_of(const struct counts *counts, uint8_t place)
{
    uint16_t crc;

    if (place < sizeof *counts)
        return ((const uint8_t *)counts)[place];
    crc = crc16(0, (const uint8_t *)counts, sizeof *counts);
    return (uint8_t)(place == sizeof *counts ? crc : crc >> 8);
}

static bool load(const uint8_t *copy, struct counts *counts)
{
    memcpy(counts, copy, sizeof *counts);
    for (uint8_t i = sizeof *counts; i < COUNTS_SIZE; i++)
        if (copy[i] != byte_of(counts, i))
            return false;
    return true;
}

void counters_init(enum reset_cause cause)
{
    struct counters *c = counters;

    for (uint8_t i = 0; i < sizeof c->stored; i++)
        c->stored[i] = hal_eeprom_read(i);
    /* Twice: a write that the supply cuts short spoils one copy. */
    if (!load(c->stored, &c->now) && !load(c->stored + COUNTS_SIZE, &c->now))
        c->now = (struct counts){.drum_set = NONE, .row_set = NONE, .standing_set = NONE};
    c->now.boots++;
    if (cause == RESET_CAUSE_WATCHDOG)
        c->now.watchdogs++;
}

/* Goes round over both copies and writes what differs; the second only when the first is whole, because a
 * round takes both in turn from one snapshot. */
void counters_tick(uint8_t drum_set, uint8_t row_set, uint8_t standing_set, bool sorting)
{
    struct counters *c = counters;
    uint8_t byte;

    if (c->place == 0) {
        c->taken = c->now;
        c->taken.drum_set = drum_set;
        c->taken.row_set = row_set;
        c->taken.standing_set = standing_set;
        c->taken.sorting = sorting;
    }
    byte = byte_of(&c->taken, c->place % COUNTS_SIZE);
    if (c->stored[c->place] != byte && !hal_eeprom_write(c->place, byte))
        return;
    c->stored[c->place] = byte;
    c->place = (uint8_t)((c->place + 1) % (2 * COUNTS_SIZE));
}
