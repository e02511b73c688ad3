#include "service.h"

#include <string.h>

#include "../base/config.h"
#include "../base/input.h"
#include "../drive/power.h"
#include "../drive/stepper.h"
#include "../safety/consent.h"
#include "../safety/lease.h"
#include "../safety/report.h"
#include "../units/drum.h"
#include "../units/slide_kind.h"

REMEMBERED(struct service, service, 1);

#define LONGEST_HOLD_MS 500

static bool one_way(uint8_t axis)
{
    return axis == AXIS_DICE || (axis >= AXIS_PICK0 && axis <= AXIS_PICK3);
}

void service_init(void)
{
    service->axis = NONE;
}

void service_stop(void)
{
    struct service *s = service;

    if (s->axis == NONE)
        return;
    if (axis_has_slide(s->axis))
        stepper_brake((uint8_t)(s->axis - AXIS_STACK0));
    else
        drum_or_motor(s->axis, 0);
    if (s->action)
        report_done(s->action, OUTCOME_STOPPED);
    s->action = 0;
    s->axis = NONE;
}

static bool allowed(uint8_t axis)
{
    if (activity->state != MACHINE_STATE_SERVICE || axis >= AXIS_COUNT || !power_ready())
        return false;
    return axis != AXIS_DRUM || in(IN_HATCH_CLOSED);
}

static uint8_t end_of(uint8_t slide, bool forward)
{
    return forward ? slide_high_input(slide) : slide_low_input(slide);
}

bool service_jog(const uint8_t *payload)
{
    struct service *s = service;
    struct msg_jog jog;
    uint8_t slide;

    memcpy(&jog, payload, sizeof jog);
    if (!allowed(jog.axis) || jog.hold_ms > LONGEST_HOLD_MS || s->action)
        return false;
    if (s->axis != jog.axis)
        service_stop();
    consent_give(); /* the key that is held; it ends with the jog */
    s->axis = jog.axis;
    s->left_ms = jog.hold_ms;
    if (!axis_has_slide(jog.axis)) {
        drum_or_motor(jog.axis, jog.forward || one_way(jog.axis) ? 1 : -1);
        return true;
    }
    slide = (uint8_t)(jog.axis - AXIS_STACK0);
    steppers[slide].homed = false;
    if (steppers[slide].state != STEPPER_MOVING)
        stepper_start(slide, jog.forward ? INT16_MAX : -INT16_MAX, (uint16_t)setting(SET_HOME_SPEED),
                      end_of(slide, jog.forward));
    return true;
}

struct start service_move(const uint8_t *payload)
{
    struct service *s = service;
    struct msg_move move;
    struct start start;
    uint8_t slide;

    memcpy(&move, payload, sizeof move);
    if (!allowed(move.axis) || s->axis != NONE)
        return (struct start){0, REASON_STATE};
    if (!axis_has_slide(move.axis) || move.speed == 0 || (move.until != NONE && move.until >= IN_COUNT) ||
        move.speed > setting(SET_STACK_SPEED) || move.deadline_ms == 0)
        return (struct start){0, REASON_ARGUMENT};
    start = activity_number();
    slide = (uint8_t)(move.axis - AXIS_STACK0);
    *s = (struct service){move.axis, start.action, move.until, move.deadline_ms};
    steppers[slide].homed = false;
    stepper_start(slide, (int16_t)(move.target - stepper_position(slide)), move.speed,
                  end_of(slide, move.target > stepper_position(slide)));
    return start;
}

static void move_tick(void)
{
    struct service *s = service;
    uint8_t slide = (uint8_t)(s->axis - AXIS_STACK0), action = s->action;

    if (s->until != NONE && in(s->until))
        stepper_brake(slide);
    if (steppers[slide].state == STEPPER_MOVING)
        return;
    s->action = 0;
    s->axis = NONE;
    report_done(action, OUTCOME_DONE);
}

void service_tick(void)
{
    struct service *s = service;

    if (s->axis == NONE)
        return;
    if (s->left_ms == 0 || !motion_allowed()) {
        if (!s->action)
            consent_withdraw();
        service_stop();
        return;
    }
    s->left_ms--;
    if (s->action)
        move_tick();
}
