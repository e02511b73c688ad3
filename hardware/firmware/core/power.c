#include "machine.h"

/* Relay 15 ms, optocoupler and capacitors of the rail the rest (estimates). */
#define RAIL_MS 500
#define WRONG_MS 20
#define LOW_TURNS 5 /* of 10 ms: supply and temperature are looked at that often */
#define HOT_TURNS 100
#define DRIVER_MS 5
#define WELDED_MS 1500

static void enables(bool on)
{
    hal_write(OUT_STACK_ENABLE, on);
    hal_write(OUT_LIFT_ENABLE, on);
    hal_write(OUT_CENTRE_ENABLE, on);
    hal_write(OUT_MOTOR_ENABLE, on);
}

void power_on(void)
{
    if (M.power.on)
        return;
    M.power = (struct power){.on = true};
    enables(true);
}

void power_off(void)
{
    stepper_halt_all();
    enables(false);
    motor_all_off();
    slide_forget_all();
    if (M.power.on)
        M.power = (struct power){.on = false};
}

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
    struct power *p = &M.power;
    bool up = in(IN_MOTOR_POWER);

    if (p->on && up)
        p->proven = true;
    if (p->on && lasts(&p->wrong_ms, !up && (p->proven || p->changed_ms > RAIL_MS), WRONG_MS))
        fault_lasts(LASTS_RAIL, FAULT_MOTOR_SUPPLY, IN_MOTOR_POWER);
    /* A welded relay: the firmware cannot switch it off, but nobody may lean on it unknowing. */
    if (!p->on && lasts(&p->wrong_ms, up && p->changed_ms > WELDED_MS, WRONG_MS))
        fault_lasts(LASTS_RAIL, FAULT_MOTOR_SUPPLY, IN_MOTOR_POWER);
}

void power_tick(void)
{
    struct power *p = &M.power;

    if (p->changed_ms < UINT16_MAX)
        p->changed_ms++;
    if (p->start_gap)
        p->start_gap--;
    check_rail();
    if (!p->on || !p->proven)
        return;
    if (lasts(&p->driver_ms, in(IN_DRIVER_FAULT), DRIVER_MS))
        fault_lasts(LASTS_DRIVER, FAULT_DRIVER_FAULT, IN_DRIVER_FAULT);
    if (M.tenth)
        return;
    if (lasts(&p->low_turns, analog(ADC_SUPPLY) < setting(SET_MIN_SUPPLY), LOW_TURNS))
        fault_lasts(LASTS_SUPPLY, FAULT_MOTOR_SUPPLY, (int16_t)(analog(ADC_SUPPLY) / 10));
    if (lasts(&p->hot_turns, analog(ADC_TEMPERATURE) > setting(SET_MAX_TEMPERATURE), HOT_TURNS))
        fault_lasts(LASTS_HEAT, FAULT_OVERTEMP, (int16_t)analog(ADC_TEMPERATURE));
}

bool power_ready(void)
{
    return M.power.on && M.power.proven;
}

bool power_take_start(void)
{
    if (M.power.start_gap)
        return false;
    M.power.start_gap = (uint8_t)(100 / setting(SET_STARTS_PER_100_MS));
    return true;
}

bool motion_allowed(void)
{
    return power_ready() && !M.lease.hold && !M.fault.latched;
}
