#include "config.h"

#include <string.h>

#include "crc.h"

REMEMBERED(struct config, config, 1);

struct bounds {
    int32_t normal, low, high;
};

#define X(name, normal, low, high) {normal, low, high},
static const struct bounds HAL_FLASH table[] = {SETTINGS(X)};
#undef X

static struct bounds bounds_of(uint8_t key)
{
    struct bounds bounds;

    hal_flash_copy(&bounds, &table[key], sizeof bounds);
    return bounds;
}

static uint16_t checksum(const int32_t *values)
{
    return crc16(0xffff, (const uint8_t *)values, SET_COUNT * sizeof *values);
}

void config_init(void)
{
    for (uint8_t key = 0; key < SET_COUNT; key++)
        config->value[key] = bounds_of(key).normal;
    memcpy(config->proposed, config->value, sizeof config->value);
    config->crc = checksum(config->value);
    config->half_sent = false;
}

int32_t setting(uint8_t key)
{
    return config->value[key];
}

bool config_propose(uint8_t key, int32_t value)
{
    struct bounds bounds;

    if (key >= SET_COUNT)
        return false;
    bounds = bounds_of(key);
    if (value < bounds.low || value > bounds.high)
        return false;
    config->proposed[key] = value;
    config->half_sent = true;
    return true;
}

void config_forget(void)
{
    memcpy(config->proposed, config->value, sizeof config->value);
    config->half_sent = false;
}

bool config_commit(uint16_t crc)
{
    bool whole = checksum(config->proposed) == crc;

    if (whole)
        memcpy(config->value, config->proposed, sizeof config->value);
    config->crc = checksum(config->value);
    config_forget();
    return whole;
}
