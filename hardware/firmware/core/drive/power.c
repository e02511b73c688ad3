#include "power.h"

#include "../base/config.h"

REMEMBERED(struct power, power, 1);

static void enables(bool on)
{
    hal_write(OUT_STACK_ENABLE, on);
    hal_write(OUT_LIFT_ENABLE, on);
    hal_write(OUT_CENTRE_ENABLE, on);
    hal_write(OUT_MOTOR_ENABLE, on);
}

void power_on(void)
{
    if (power->on)
        return;
    *power = (struct power){.on = true};
    enables(true);
}

void power_off(void)
{
    enables(false);
    if (power->on)
        *power = (struct power){.on = false};
}

void power_tick(void)
{
    if (power->changed_ms < UINT16_MAX)
        power->changed_ms++;
    if (power->start_gap)
        power->start_gap--;
}

bool power_ready(void)
{
    return power->on && power->proven;
}

bool power_take_start(void)
{
    if (power->start_gap)
        return false;
    power->start_gap = (uint8_t)(100 / setting(SET_STARTS_PER_100_MS));
    return true;
}
