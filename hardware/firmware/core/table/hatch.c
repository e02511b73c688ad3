/* The hatch in the middle: opens only over a drum that stands, and closes with an eye on fingers. */
#include "hatch.h"

#include "../base/activity.h"
#include "../base/config.h"
#include "../base/input.h"
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
        drum_stop();
        if (drum_quiet())
            activity_next();
        else if (activity_step_ms() > STAND_MS)
            fault_latch(FAULT_AXIS_RUNAWAY, AXIS_DRUM, (int16_t)drum_rpm());
        break;
    case LIFT:
        if (!lamp_warned())
            break;
        slide_go(SLIDE_CENTRE, SLIDE_HIGH);
        activity_next();
        break;
    case LIFT_WAIT:
        if (slide_result(SLIDE_CENTRE) != SLIDE_DONE)
            break;
        if (!in(IN_HATCH_CLOSED))
            opened();
        else if (activity_step_ms() > (uint32_t)setting(SET_CENTRE_DEADLINE))
            fault_latch(FAULT_SENSOR_STUCK, AXIS_CENTRE, IN_HATCH_CLOSED);
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
        slide_go(SLIDE_CENTRE, SLIDE_LOW);
        activity_next();
        break;
    case CLOSE_WAIT:
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
