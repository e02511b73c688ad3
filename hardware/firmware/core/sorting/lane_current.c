/* What the motors of a lane draw, through one shunt: too little is a dead motor, too much a stalled one,
 * anything while both are off a driver that does not switch off. */
#include "lane_current.h"

#include "../base/analog.h"
#include "../base/config.h"
#include "../drive/motor.h"
#include "../drive/stepper.h"
#include "../units/slide_kind.h"
#include "lane_state.h"

/* Estimates for 24 V gear motors: belt 300 mA, wheel 150 mA, each stalled more than LANE_MAX_CURRENT. */
#define BELT_MA 300
#define WHEEL_MA 150
#define STEADY_MS 400 /* starting current is over */
#define OFF_MS 600
#define ODD_MS 300
#define HIGH_MS 120

/* In 16 bits: no lane draws more than 2.5 A. */
static void smooth(uint8_t lane)
{
    uint16_t *current = &lanes[lane].current;

    *current = (uint16_t)(*current * 7U + analog((uint8_t)(ADC_LANE0_CURRENT + lane))) / 8;
}

static void dead(uint8_t lane, uint8_t axis)
{
    lane_latch(lane, FAULT_AXIS_DEAD, axis, (int16_t)lanes[lane].current);
}

static void runaway(uint8_t lane, bool belt)
{
    lane_latch(lane, FAULT_AXIS_RUNAWAY, (uint8_t)((belt ? AXIS_CONV0 : AXIS_PICK0) + lane),
               (int16_t)lanes[lane].current);
}

/* Difference between what flows and what should, classified after it has lasted. */
static void odd(uint8_t lane, int16_t expected, bool belt, bool wheel)
{
    struct lane *l = &lanes[lane];
    int16_t less = (int16_t)(expected - (int16_t)l->current);

    if (less > -WHEEL_MA * 2 / 3 && less < WHEEL_MA / 2)
        l->odd_ms = 0;
    else if (++l->odd_ms < ODD_MS)
        return;
    else if (less > 0 && belt && (!wheel || less > (BELT_MA + WHEEL_MA) / 2))
        dead(lane, (uint8_t)(AXIS_CONV0 + lane));
    else if (less > 0)
        dead(lane, (uint8_t)(AXIS_PICK0 + lane));
    else if (!belt && -less > (BELT_MA + WHEEL_MA) / 2)
        runaway(lane, true);
    else if (!wheel)
        runaway(lane, false);
}

static void strained(uint8_t lane)
{
    struct lane *l = &lanes[lane];

    l->high_ms = 0;
    l->strained = true;
    if (l->phase == LANE_FEED)
        lane_enter(lane, LANE_LISTEN);
    else if (l->phase == LANE_LISTEN || l->phase == LANE_SLOW)
        lane_stumble(lane, (uint8_t)(FAULT_LANE_JAM + lane), (uint8_t)(AXIS_CONV0 + lane), LANE_REVERSE);
}

void lane_watch_idle(uint8_t lane)
{
    struct lane *l = &lanes[lane];
    bool lift = steppers[SLIDE_LIFT + lane].state == STEPPER_MOVING;

    smooth(lane);
    if (lift || motor_of((uint8_t)(AXIS_CONV0 + lane))->steady_ms < OFF_MS ||
        motor_of((uint8_t)(AXIS_PICK0 + lane))->steady_ms < OFF_MS || l->current < WHEEL_MA / 2)
        l->odd_ms = 0;
    else if ((l->odd_ms += LANES) >= ODD_MS)
        runaway(lane, l->current > (BELT_MA + WHEEL_MA) / 2);
}

void lane_watch_current(uint8_t lane)
{
    struct lane *l = &lanes[lane];
    const struct motor *belt = motor_of((uint8_t)(AXIS_CONV0 + lane));
    const struct motor *wheel = motor_of((uint8_t)(AXIS_PICK0 + lane));
    uint16_t steady = belt->steady_ms < wheel->steady_ms ? belt->steady_ms : wheel->steady_ms;
    bool moving = belt->applied || wheel->applied;

    smooth(lane);
    if (steady < (moving ? STEADY_MS : OFF_MS)) {
        l->odd_ms = 0;
        l->high_ms = 0;
        return;
    }
    if (moving && l->current > setting(SET_LANE_MAX_CURRENT)) {
        l->odd_ms = 0;
        if (++l->high_ms >= HIGH_MS)
            strained(lane);
        return;
    }
    l->high_ms = 0;
    if (l->phase == LANE_LISTEN && l->phase_ms > STEADY_MS + HIGH_MS) {
        /* Without the wheel the belt runs freely. Once, that may have been anything; twice, it is the wheel. */
        if (l->listened++ == 0)
            lane_enter(lane, LANE_REST);
        else
            lane_stumble(lane, (uint8_t)(FAULT_PICK_STARVED + lane), (uint8_t)(AXIS_PICK0 + lane), LANE_REST);
        return;
    }
    odd(lane, (int16_t)((belt->applied ? BELT_MA : 0) + (wheel->applied ? WHEEL_MA : 0)), belt->applied,
        wheel->applied);
}
