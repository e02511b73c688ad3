/* Settings: defaults from the table, changed by the host as a whole or not at all, never beyond the bounds
 * that are compiled in. */
#ifndef JANTAKU_CONFIG_H
#define JANTAKU_CONFIG_H

#include "../../hal.h"
#include "memory.h"

struct config {
    int32_t value[SET_COUNT];
    int32_t proposed[SET_COUNT];
    uint16_t crc;
    bool half_sent; /* proposals wait for their commit */
};

REMEMBERS(struct config, config, 1);

void config_init(void);
int32_t setting(uint8_t key);
/* False when the key is unknown or the value beyond its bounds; then nothing changes. */
bool config_propose(uint8_t key, int32_t value);
/* Drops the proposals: who made them has gone. */
void config_forget(void);
/* False unless `crc` is the checksum of all proposed values; then the proposals are dropped. What was computed
 * from the settings has to be computed anew. */
bool config_commit(uint16_t crc);

#endif
