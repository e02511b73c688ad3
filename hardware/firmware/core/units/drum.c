#include "drum.h"

#include "../base/analog.h"
#include "../base/config.h"
#include "../base/input.h"
#include "../drive/motor.h"
#include "../drive/power.h"
#include "../safety/fault.h"
#include "../safety/lease.h"

REMEMBERED(struct drum, drum, 1);

#define QUIET_MS 300
#define SPIN_UP_MS 1500 /* until the tach must answer (estimate) */
#define SILENT_MS 900   /* slowest wanted turn: 6 rpm */
#define OVER_MS 200
#define COAST_MS 2500   /* a full drum runs out within this (estimate) */
#define LOOSE_MS 800
#define LOOSE_EDGES 3
#define IDLE_MA 120     /* less than any turning motor draws */
#define REST_MS 300
#define TURN_BACK_MS 1500
#define WELL_MS 2000
#define WIGGLE_MS 1000

void drum_init(void)
{
    *drum = (struct drum){.edge_ms = UINT16_MAX};
}

void drum_run(int8_t direction, bool slow)
{
    drum->direction = direction;
    drum->slow = slow;
}

void drum_stop(void)
{
    drum_run(0, false);
    if (drum->fault)
        fault_ladder_ended();
    drum->fault = 0;
    drum->attempt = 0;
    drum->ladder_ms = 0;
    motor_stop(AXIS_DRUM);
}

void drum_or_motor(uint8_t axis, int8_t direction)
{
    if (axis != AXIS_DRUM)
        motor_run(axis, direction, true);
    else if (direction)
        drum_run(direction, true);
    else
        drum_stop();
}

bool drum_quiet(void)
{
    const struct motor *m = motor_of(AXIS_DRUM);

    return !m->applied && m->steady_ms >= QUIET_MS && drum->edge_ms >= QUIET_MS;
}

bool drum_turns(void)
{
    return drum->direction && !drum->fault && drum->edge_ms < SILENT_MS &&
           motor_of(AXIS_DRUM)->applied == drum->direction;
}

uint16_t drum_rpm(void)
{
    if (drum->edge_ms >= SILENT_MS || drum->period_ms == 0)
        return 0;
    return (uint16_t)(600000UL / DRUM_MAGNETS / drum->period_ms);
}

void drum_wiggle(void)
{
    drum->wiggle_ms = WIGGLE_MS;
}

bool drum_wiggles(void)
{
    if (!drum->wiggle_ms)
        return false;
    drum->wiggle_ms--;
    return true;
}

static void watch_tach(void)
{
    struct drum *d = drum;
    bool tach = in(IN_DRUM_TACH);

    if (d->edge_ms < UINT16_MAX)
        d->edge_ms++;
    if (tach && !d->tach) {
        d->period_ms = d->edge_ms;
        d->edge_ms = 0;
        d->loose_edges++;
    }
    d->tach = tach;
}

/* Current without a command is the driver's; magnets without current are the sensor's. */
static void watch_standing(void)
{
    struct drum *d = drum;
    const struct motor *m = motor_of(AXIS_DRUM);

    if (m->applied || m->steady_ms < COAST_MS || !power->on) {
        d->loose_ms = 0;
        d->loose_edges = 0;
        return;
    }
    if (++d->loose_ms < LOOSE_MS)
        return;
    if (d->loose_edges >= LOOSE_EDGES || analog(ADC_DRUM_CURRENT) > IDLE_MA)
        fault_latch(analog(ADC_DRUM_CURRENT) > IDLE_MA ? FAULT_AXIS_RUNAWAY : FAULT_SENSOR_IMPLAUSIBLE,
                    AXIS_DRUM, IN_DRUM_TACH);
    d->loose_ms = 0;
    d->loose_edges = 0;
}

/* Off, a turn back, and on again; then a person. */
static void stumble(uint8_t code)
{
    struct drum *d = drum;

    d->over_ms = 0;
    d->ok_ms = 0;
    if (d->attempt >= fault_attempts(code)) {
        drum_stop();
        fault_latch(code, AXIS_DRUM, (int16_t)drum_rpm());
        return;
    }
    d->fault = code;
    d->ladder_ms = REST_MS + TURN_BACK_MS;
    fault_recovering(code, AXIS_DRUM, (int16_t)drum_rpm(), ++d->attempt);
}

/* No magnet although the motor is on: its current tells a stalled drum from a dead motor or sensor. */
static void silent(void)
{
    uint16_t current = analog(ADC_DRUM_CURRENT);

    if (current > setting(SET_DRUM_MAX_CURRENT))
        stumble(FAULT_DRUM_STALL);
    else if (current < IDLE_MA)
        fault_latch(FAULT_AXIS_DEAD, AXIS_DRUM, (int16_t)current);
    else
        fault_latch(FAULT_DRUM_NO_TACH, AXIS_DRUM, IN_DRUM_TACH);
}

static void watch_turning(void)
{
    struct drum *d = drum;
    const struct motor *m = motor_of(AXIS_DRUM);

    if (!m->applied || m->steady_ms < SPIN_UP_MS)
        return;
    d->over_ms = analog(ADC_DRUM_CURRENT) > setting(SET_DRUM_MAX_CURRENT) ? d->over_ms + 1 : 0;
    if (d->edge_ms >= SILENT_MS) {
        silent();
    } else if (d->over_ms >= OVER_MS) {
        stumble(FAULT_DRUM_OVERCURRENT);
    } else if (d->fault && ++d->ok_ms >= WELL_MS) {
        fault_cleared(d->fault, AXIS_DRUM);
        d->fault = 0;
        d->attempt = 0;
    }
}

void drum_tick(void)
{
    struct drum *d = drum;

    watch_tach();
    watch_standing();
    if (!motion_allowed())
        return;
    if (d->ladder_ms) {
        d->ladder_ms--;
        motor_run(AXIS_DRUM, d->ladder_ms < TURN_BACK_MS ? (int8_t)-d->direction : 0, false);
        return;
    }
    motor_run(AXIS_DRUM, d->direction, d->slow);
    watch_turning();
}
