/* A machine that has a past: quicker than sorting a set before every scenario. */
#include <string.h>

#include "../firmware/core/base/counters.h"
#include "../firmware/core/base/crc.h"
#include "sim.h"

/* As core/base/counters.c writes it: two copies, each followed by its checksum. */
static void remember(struct sim *sim, const struct counts *counts)
{
    uint8_t copy[COUNTS_SIZE];
    uint16_t crc = crc16(0, (const uint8_t *)counts, sizeof *counts);

    memcpy(copy, counts, sizeof *counts);
    copy[sizeof *counts] = (uint8_t)crc;
    copy[sizeof *counts + 1] = (uint8_t)(crc >> 8);
    for (uint8_t i = 0; i < 2 * COUNTS_SIZE; i++)
        sim_eeprom(sim, i, copy[i % COUNTS_SIZE]);
}

void sim_left(struct sim *sim, uint8_t drum_set, uint8_t row_set)
{
    struct counts counts = {.boots = 1, .drum_set = drum_set, .row_set = row_set, .standing_set = NONE};
    struct plant *plant = sim_plant(sim);

    remember(sim, &counts);
    plant_rest(plant);
    if (drum_set != NONE)
        plant_place(plant, drum_set, PLACE_DRUM);
    if (row_set != NONE)
        plant_place(plant, row_set, PLACE_ROW);
    sim_reset(sim, RESET_CAUSE_POWER);
}
