#include "table.h"

#include "../base/activity.h"
#include "../base/analog.h"
#include "../base/clocks.h"
#include "../base/counters.h"
#include "../base/input.h"
#include "../drive/drives.h"
#include "../drive/power.h"
#include "../drive/stepper.h"
#include "../safety/consent.h"
#include "../safety/fault.h"
#include "../safety/lease.h"
#include "../sorting/lane.h"
#include "../sorting/lane_current.h"
#include "../sorting/sort.h"
#include "../units/dice.h"
#include "../units/drum.h"
#include "../units/pinch.h"
#include "../units/slides.h"
#include "hatch.h"
#include "home.h"
#include "selftest.h"
#include "sequence.h"
#include "service.h"
#include "walls.h"

void table_init(enum reset_cause cause)
{
    activity->state = MACHINE_STATE_UNHOMED;
    if (cause == RESET_CAUSE_WATCHDOG)
        fault_latch(FAULT_WATCHDOG_RESET, NONE, 0);
    if (cause == RESET_CAUSE_BROWNOUT)
        fault_latch(FAULT_BROWNOUT, NONE, 0);
}

static struct start refuse(uint8_t reason)
{
    return (struct start){0, reason};
}

static struct start begin(uint8_t state)
{
    struct start start = activity_number();

    activity->action = start.action;
    activity_enter(state);
    return start;
}

static bool other_in_rows(uint8_t set)
{
    return sort->row_set != NONE && sort->row_set != set;
}

static struct start collect(uint8_t set)
{
    uint8_t state = activity->state;

    if (set > 1)
        return refuse(REASON_ARGUMENT);
    if (state != MACHINE_STATE_READY && state != MACHINE_STATE_STAGED && state != MACHINE_STATE_PRESENTED)
        return refuse(REASON_STATE);
    if (sort->drum_set != NONE && sort->drum_set != set)
        return refuse(REASON_INTERLOCK);
    if (sort_rows_partial() && other_in_rows(set))
        return refuse(REASON_INTERLOCK);
    sort->collect_set = set;
    return begin(MACHINE_STATE_OPENING);
}

/* It came down and was shut. Who asks is told: a refusal alone would come again at every START. */
static bool hatch_gapes(void)
{
    if (in(IN_HATCH_CLOSED))
        return false;
    fault_latch(FAULT_HATCH_NOT_CLOSED, AXIS_CENTRE, IN_HATCH_CLOSED);
    return true;
}

static struct start shuffle(void)
{
    struct start start;

    if (activity->state != MACHINE_STATE_READY && activity->state != MACHINE_STATE_PRESENTED)
        return refuse(REASON_STATE);
    if (sort->drum_set == NONE || other_in_rows(sort->drum_set) || activity->sorter == SORTER_STAGED || hatch_gapes())
        return refuse(REASON_INTERLOCK);
    start = activity_number();
    activity->action = start.action;
    if (activity->state == MACHINE_STATE_READY)
        activity_enter(MACHINE_STATE_SORTING);
    sort_begin();
    return start;
}

static struct start only_in(uint8_t needed, uint8_t state)
{
    return activity->state == needed ? begin(state) : refuse(REASON_STATE);
}

/* Whole walls from STAGED; from READY what is there, so that people can take it out. */
static struct start raise_rows(void)
{
    bool staged = activity->state == MACHINE_STATE_STAGED;

    if (!staged && (activity->state != MACHINE_STATE_READY || !sort_rows_partial()))
        return refuse(REASON_STATE);
    if (hatch_gapes())
        return refuse(REASON_INTERLOCK);
    if (staged && !sort_rows_full()) {
        fault_latch(FAULT_SENSOR_STUCK, (uint8_t)(AXIS_STACK0 + sort_row_short()), IN_ROW_FULL0 + sort_row_short());
        return refuse(REASON_INTERLOCK);
    }
    return begin(MACHINE_STATE_RAISING);
}

struct start table_command(uint8_t code, uint8_t argument)
{
    if (activity->action || (dice->action && (code == CODE_COLLECT || code == CODE_CLOSE)))
        return refuse(REASON_BUSY);
    if (code == CODE_HOME)
        return only_in(MACHINE_STATE_UNHOMED, MACHINE_STATE_HOMING);
    if (!stepper_homed_all())
        return refuse(REASON_UNHOMED);
    if (!power_ready())
        return refuse(REASON_SUPPLY);
    switch (code) {
    case CODE_COLLECT:
        return collect(argument);
    case CODE_CLOSE:
        return only_in(MACHINE_STATE_INTAKE, MACHINE_STATE_CLOSING);
    case CODE_SHUFFLE:
        return shuffle();
    case CODE_RAISE:
        return raise_rows();
    default:
        return only_in(MACHINE_STATE_PRESENTED, MACHINE_STATE_LOWERING);
    }
}

void table_stop(void)
{
    sort_interrupt();
    service_stop();
    selftest_abort();
    drum_stop();
    drives_off();
    slide_cancel_all();
    fault_ladders_end();
    if (activity->sorter == SORTER_SORTING)
        activity->sorter = SORTER_EMPTY;
    sequence_end(OUTCOME_STOPPED);
    activity_enter(MACHINE_STATE_UNHOMED);
}

bool table_service(bool on)
{
    if (on) {
        if ((activity->state != MACHINE_STATE_READY && activity->state != MACHINE_STATE_UNHOMED) || table_moving() ||
            faults->latched || !lease->pins_agree || lease->hold)
            return false;
        activity_enter(MACHINE_STATE_SERVICE);
        power_on();
        return true;
    }
    if (activity->state != MACHINE_STATE_SERVICE)
        return false;
    consent_withdraw();
    table_stop();
    return true;
}

void table_interrupt(void)
{
    sort_interrupt();
    service_stop();
    selftest_abort();
    drum_stop();
    slide_cancel_all();
}

/* The hatch may open for the tiles that are missing; the rows keep what they hold. */
static void leave_half_sorted(void)
{
    activity->sorter = SORTER_EMPTY;
    sequence_end(OUTCOME_STOPPED);
    if (activity->state == MACHINE_STATE_SORTING)
        activity_enter(MACHINE_STATE_READY);
}

/* Goes on where a cleared fault stopped it, or to UNHOMED where position is lost. */
static void resume(void)
{
    if (!stepper_homed_all()) {
        table_stop();
        return;
    }
    activity_enter(activity->state);
    if (activity->sorter == SORTER_SORTING)
        sort_resume();
}

/* Whoever cleared the fault of a lane has been at it. What is missing or too many is no fault of the lane. */
static void doubt(uint8_t code, uint8_t axis)
{
    bool lane = axis != NONE && axis_lane(axis) < LANES;
    bool tiles = code >= FAULT_COUNT_SHORT && code <= FAULT_OTHER_SET;

    if (activity->sorter == SORTER_SORTING && lane && !tiles)
        lane_doubt(axis_lane(axis));
}

bool table_clear(void)
{
    uint8_t code = faults->latched, axis = faults->latched_axis;
    bool missing = code == FAULT_COUNT_SHORT || code == FAULT_SET_MIXED || code == FAULT_OTHER_SET;
    bool lid = fault_told(LASTS_LID);

    if ((code == FAULT_CONFIG && !lease->pins_agree) || !fault_clear())
        return false;
    doubt(code, axis);
    sort->reached |= lid;
    if (missing && activity->sorter == SORTER_SORTING && stepper_homed_all())
        leave_half_sorted();
    else
        resume();
    return true;
}

void table_host_returned(void)
{
    if (faults->latched == FAULT_HOST_LOST && fault_clear()) {
        fault_cleared(FAULT_HOST_LOST, NONE);
        resume();
    }
}

static void sorting_tick(void)
{
    sort_tick();
    if (activity->sorter != SORTER_STAGED)
        return;
    if (activity->state == MACHINE_STATE_SORTING)
        sequence_finish(MACHINE_STATE_STAGED);
    else
        sequence_end(OUTCOME_DONE);
}

void table_tick(void)
{
    bool power_up = activity->state == MACHINE_STATE_HOMING && activity->step == 0 && consent->given;

    if ((!motion_allowed() && !power_up) || faults->latched || lease->hold || pinch_running())
        return;
    if (activity->sorter == SORTER_SORTING)
        sorting_tick();
    else
        lane_watch_idle((uint8_t)(clocks->now % LANES));
    switch (activity->state) {
    case MACHINE_STATE_HOMING:
        home_tick();
        break;
    case MACHINE_STATE_OPENING:
        open_tick();
        break;
    case MACHINE_STATE_CLOSING:
        close_tick();
        break;
    case MACHINE_STATE_RAISING:
        raise_tick();
        break;
    case MACHINE_STATE_LOWERING:
        lower_tick();
        break;
    default:
        break;
    }
}

bool table_moving(void)
{
    return activity->action || dice->action || selftest->action || service->axis != NONE;
}

uint8_t table_shown(void)
{
    uint8_t fault = faults->latched;

    if (fault == FAULT_ESTOP || fault == FAULT_LID_OPEN)
        return MACHINE_STATE_ESTOP;
    if (fault)
        return MACHINE_STATE_FAULT;
    if ((lease->hold || (!consent->given && table_moving())) && power->on)
        return MACHINE_STATE_HOLD;
    if (faults->recovering)
        return MACHINE_STATE_RECOVERING;
    return activity->state;
}

uint8_t table_percent(void)
{
    if (activity->sorter == SORTER_SORTING)
        return sort_percent();
    return activity->action ? (uint8_t)(activity->step < 4 ? 25 * activity->step : 90) : 100;
}
