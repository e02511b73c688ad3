#include "supply.h"

#include "../base/analog.h"
#include "../base/clocks.h"
#include "../base/config.h"
#include "../base/input.h"
#include "../drive/power.h"
#include "fault.h"

/* Relay 15 ms, optocoupler and capacitors of the rail the rest (estimates). */
#define RAIL_MS 500
#define WRONG_MS 20
#define LOW_TURNS 5 /* of 10 ms: supply and temperature are looked at that often */
#define HOT_TURNS 100
#define DRIVER_MS 5
#define WELDED_MS 1500

static bool lasts(uint16_t *times, bool wrong, uint16_t limit)
{
    if (!wrong)
        *times = 0;
    else if (*times < limit)
        ++*times;
    return wrong && *times >= limit;
}

static void check_rail(void)
{
    struct power *p = power;
    bool up = in(IN_MOTOR_POWER);

    if (p->on && up)
        p->proven = true;
    if (p->on && lasts(&p->wrong_ms, !up && (p->proven || p->changed_ms > RAIL_MS), WRONG_MS))
        fault_lasts(LASTS_RAIL, FAULT_MOTOR_SUPPLY, IN_MOTOR_POWER);
    /* A welded relay: the firmware cannot switch it off, but nobody may lean on it unknowing. */
    if (!p->on && lasts(&p->wrong_ms, up && p->changed_ms > WELDED_MS, WRONG_MS))
        fault_lasts(LASTS_RAIL, FAULT_MOTOR_SUPPLY, IN_MOTOR_POWER);
}

void supply_tick(void)
{
    struct power *p = power;

    check_rail();
    if (!p->on || !p->proven)
        return;
    if (lasts(&p->driver_ms, in(IN_DRIVER_FAULT), DRIVER_MS))
        fault_lasts(LASTS_DRIVER, FAULT_DRIVER_FAULT, IN_DRIVER_FAULT);
    if (clocks->tenth)
        return;
    if (lasts(&p->low_turns, analog(ADC_SUPPLY) < setting(SET_MIN_SUPPLY), LOW_TURNS))
        fault_lasts(LASTS_SUPPLY, FAULT_MOTOR_SUPPLY, (int16_t)(analog(ADC_SUPPLY) / 10));
    if (lasts(&p->hot_turns, analog(ADC_TEMPERATURE) > setting(SET_MAX_TEMPERATURE), HOT_TURNS))
        fault_lasts(LASTS_HEAT, FAULT_OVERTEMP, (int16_t)analog(ADC_TEMPERATURE));
}
