/* Homing, in an order in which nothing can run into anything: lifts down, stackers back, hatch shut
 * (and its switch seen to let go), and only then the drum creeps, to see that it turns. */
#include "home.h"

#include "../base/activity.h"
#include "../base/input.h"
#include "../drive/power.h"
#include "../safety/fault.h"
#include "../sorting/sort.h"
#include "../units/drum.h"
#include "../units/lamp.h"
#include "../units/slides.h"
#include "hatch.h"
#include "sequence.h"

enum step { POWER, LIFTS, LIFTS_WAIT, STACKS_WAIT, CENTRE_WAIT, HATCH, PEEK, DOWN, SHUT, CREEP, REST };

#define HATCH_MS 300
#define CREEP_MS 1800

static void go(uint8_t first, uint8_t count, enum slide_goal goal)
{
    slide_go_all(first, count, goal);
    activity_next();
}

/* While a set lies half sorted, one tile may lie alone in a stacker: a pusher that goes up to its far switch would
 * make a row odd. */
static enum slide_goal stacks_goal(void)
{
    return sort->begun_set ? SLIDE_HOME_SHORT : SLIDE_HOME;
}

static void shut(void)
{
    if (in(IN_HATCH_CLOSED)) {
        if (activity->step == SHUT)
            drum_run(1, true);
        activity_next();
    } else if (activity_step_ms() > HATCH_MS) {
        fault_latch(FAULT_HATCH_NOT_CLOSED, AXIS_CENTRE, IN_HATCH_CLOSED);
    }
}

static void rest(void)
{
    drum_stop();
    if (!drum_quiet())
        return;
    sort_adopt_rows();
    sort->standing_set = NONE;
    sequence_finish(activity_resting());
}

void home_tick(void)
{
    switch (activity->step) {
    case POWER:
        power_on();
        if (power_ready())
            activity_next();
        break;
    case LIFTS:
        if (lamp_warned())
            go(SLIDE_LIFT, LANES, SLIDE_HOME);
        break;
    case LIFTS_WAIT:
        if (slide_results(SLIDE_LIFT, LANES) == SLIDE_DONE)
            go(SLIDE_STACK, LANES, stacks_goal());
        break;
    case STACKS_WAIT:
        if (slide_results(SLIDE_STACK, LANES) == SLIDE_DONE && lamp_warned())
            go(SLIDE_CENTRE, 1, SLIDE_HOME);
        break;
    case CENTRE_WAIT:
        if (slide_result(SLIDE_CENTRE) == SLIDE_DONE)
            activity_next();
        break;
    case HATCH:
    case SHUT:
        shut();
        break;
    case PEEK:
        if (hatch_peeked())
            go(SLIDE_CENTRE, 1, SLIDE_LOW);
        break;
    case DOWN:
        hatch_falls();
        if (slide_result(SLIDE_CENTRE) == SLIDE_DONE)
            activity_next();
        break;
    case CREEP:
        if (activity_step_ms() > CREEP_MS && drum_turns())
            activity_next();
        break;
    default:
        rest();
    }
}
