/* The hatch in the middle: opens only over a drum that stands, and closes with an eye on fingers. Its switch is
 * believed only where it was seen to let go before: one that is stuck at closed would let the drum turn under a hatch
 * that a tile holds open. */
#include "hatch.h"

#include "../base/activity.h"
#include "../base/config.h"
#include "../base/input.h"
#include "../drive/power.h"
#include "../drive/stepper.h"
#include "../safety/fault.h"
#include "../sorting/sort.h"
#include "../units/drum.h"
#include "../units/lamp.h"
#include "../units/slide.h"
#include "sequence.h"

enum { STAND, LIFT, LIFT_WAIT };
enum { CLOSE, CLOSE_WAIT, SHUT, REOPEN_WAIT };

#define SENSOR_MS 300
#define STAND_MS 6000

REMEMBERED(struct hatch, hatch, 1);

static void switch_lies(void)
{
    fault_latch(FAULT_SENSOR_STUCK, AXIS_CENTRE, IN_HATCH_CLOSED);
}

static bool over_standing_drum(void)
{
    drum_stop();
    if (!drum_quiet() && activity_step_ms() > STAND_MS)
        fault_latch(FAULT_AXIS_RUNAWAY, AXIS_DRUM, (int16_t)drum_rpm());
    return drum_quiet();
}

/* A switch of the hatch lets go in the lower half of its way. */
static int16_t highest(void)
{
    return (int16_t)(slide_travel(SLIDE_CENTRE) / 2);
}

static void rises(void)
{
    int16_t here = stepper_position(SLIDE_CENTRE);

    if (in(IN_HATCH_CLOSED))
        hatch->lets_go = here < highest() ? here : highest();
}

/* It closes where it let go, as far as a switch ever strays; before, it has not met the hatch. */
void hatch_falls(void)
{
    if (in(IN_HATCH_CLOSED) && stepper_position(SLIDE_CENTRE) > hatch->lets_go + slide_tolerance(SLIDE_CENTRE))
        switch_lies();
}

bool hatch_peeked(void)
{
    int16_t left = (int16_t)(highest() - stepper_position(SLIDE_CENTRE));

    if (steppers[SLIDE_CENTRE].state == STEPPER_MOVING) {
        rises();
        if (!in(IN_HATCH_CLOSED))
            stepper_brake(SLIDE_CENTRE);
        return false;
    }
    if (!in(IN_HATCH_CLOSED))
        return true;
    if (left <= 0)
        switch_lies();
    else if (over_standing_drum() && lamp_warned() && power_take_start())
        stepper_start(SLIDE_CENTRE, left, (uint16_t)setting(SET_HOME_SPEED), IN_CENTRE_UP);
    return false;
}

/* From now on the drum is for this set, whatever happens before the hatch is shut: the EEPROM keeps it. */
static void opened(void)
{
    sort->drum_set = sort->collect_set;
    sequence_finish(MACHINE_STATE_INTAKE);
}

void open_tick(void)
{
    switch (activity->step) {
    case STAND:
        if (over_standing_drum())
            activity_next();
        break;
    case LIFT:
        if (!lamp_warned())
            break;
        slide_go(SLIDE_CENTRE, SLIDE_HIGH);
        activity_next();
        break;
    case LIFT_WAIT:
        rises();
        if (slide_result(SLIDE_CENTRE) != SLIDE_DONE)
            break;
        if (!in(IN_HATCH_CLOSED))
            opened();
        else if (activity_step_ms() > (uint32_t)setting(SET_CENTRE_DEADLINE))
            switch_lies();
        break;
    default:
        break;
    }
}

/* Shut, or one more try, because a tile lies in the gap. */
static void shut(void)
{
    if (in(IN_HATCH_CLOSED)) {
        if (activity->attempt)
            fault_cleared(FAULT_HATCH_NOT_CLOSED, AXIS_CENTRE);
        activity_enter(MACHINE_STATE_LOWERING);
        return;
    }
    if (activity_step_ms() < SENSOR_MS)
        return;
    if (activity->attempt >= fault_attempts(FAULT_HATCH_NOT_CLOSED)) {
        fault_latch(FAULT_HATCH_NOT_CLOSED, AXIS_CENTRE, IN_HATCH_CLOSED);
        return;
    }
    fault_recovering(FAULT_HATCH_NOT_CLOSED, AXIS_CENTRE, IN_HATCH_CLOSED, ++activity->attempt);
    slide_go(SLIDE_CENTRE, SLIDE_HIGH);
    activity_next();
}

void close_tick(void)
{
    switch (activity->step) {
    case CLOSE:
        if (!lamp_warned())
            break;
        hatch_falls();
        if (faults->latched)
            break;
        slide_go(SLIDE_CENTRE, SLIDE_LOW);
        activity_next();
        break;
    case CLOSE_WAIT:
        hatch_falls();
        if (slide_result(SLIDE_CENTRE) == SLIDE_DONE)
            activity_next();
        break;
    case SHUT:
        shut();
        break;
    default:
        if (slide_result(SLIDE_CENTRE) == SLIDE_DONE)
            activity_go_to(CLOSE);
    }
}
