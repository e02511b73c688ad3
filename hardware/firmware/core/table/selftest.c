#include "selftest.h"

#include "../base/analog.h"
#include "../base/input.h"
#include "../drive/power.h"
#include "../safety/lease.h"
#include "../safety/report.h"
#include "../units/drum.h"
#include "../units/slide.h"
#include "service.h"

REMEMBERED(struct selftest, selftest, 1);

#define RUN_MS 800
#define STEADY_MS 400
#define LEAST_MA 60
#define MOST_MA 1400
#define DRUM_MOST_MA 3000

enum { BEGIN, RUN, RISE };

struct start selftest_start(uint8_t axis)
{
    struct selftest *t = selftest;
    struct start start;

    if (activity->state != MACHINE_STATE_SERVICE || t->action || service->axis != NONE)
        return (struct start){0, REASON_STATE};
    if (axis != NONE && axis >= AXIS_COUNT)
        return (struct start){0, REASON_ARGUMENT};
    if (!power_ready())
        return (struct start){0, REASON_SUPPLY};
    start = activity_number();
    *t = (struct selftest){.action = start.action,
                           .axis = axis == NONE ? 0 : axis,
                           .last = axis == NONE ? AXIS_COUNT - 1 : axis};
    return start;
}

void selftest_abort(void)
{
    if (!selftest->action)
        return;
    report_done(selftest->action, OUTCOME_STOPPED);
    selftest->action = 0;
}

static void verdict(uint8_t input, bool passed, int16_t measured)
{
    report_tested(selftest->axis, input, passed ? VERDICT_PASS : VERDICT_FAIL, measured);
}

static void next(void)
{
    struct selftest *t = selftest;

    t->step = BEGIN;
    if (t->axis++ != t->last)
        return;
    report_done(t->action, OUTCOME_DONE);
    t->action = 0;
}

/* Home, to the far end and back: three verdicts, the travel in steps. */
static void test_slide(void)
{
    struct selftest *t = selftest;
    uint8_t slide = (uint8_t)(t->axis - AXIS_STACK0);

    if (t->step == BEGIN) {
        slide_go(slide, SLIDE_HOME);
        t->step = RUN;
    }
    if (slide_result(slide) != SLIDE_DONE)
        return;
    if (t->step == RUN) {
        verdict(slide_low_input(slide), true, 0);
        slide_go(slide, SLIDE_HIGH);
        t->step = RISE;
    } else if (t->step == RISE) {
        verdict(slide_high_input(slide), true, slides[slide].measured);
        slide_go(slide, SLIDE_LOW);
        t->step++;
    } else {
        next();
    }
}

static void test_motor(void)
{
    struct selftest *t = selftest;
    uint16_t current = analog(analog_of(t->axis));
    bool turns = t->axis == AXIS_DRUM;

    if (t->step == BEGIN) {
        if (turns && !in(IN_HATCH_CLOSED)) {
            report_tested(t->axis, NONE, VERDICT_SKIPPED, 0);
            next();
            return;
        }
        drum_or_motor(t->axis, 1);
        t->step = RUN;
        t->ms = 0;
        t->most = 0;
    }
    t->ms++;
    if (t->ms > STEADY_MS && current > t->most)
        t->most = current;
    if (t->ms < (turns ? 3 * RUN_MS : RUN_MS))
        return;
    drum_or_motor(t->axis, 0);
    verdict(NONE, t->most >= LEAST_MA && t->most <= (turns ? DRUM_MOST_MA : MOST_MA), (int16_t)t->most);
    if (turns)
        verdict(IN_DRUM_TACH, drum_rpm() > 0, (int16_t)drum_rpm());
    next();
}

void selftest_tick(void)
{
    struct selftest *t = selftest;

    if (!t->action || !motion_allowed() || report_full())
        return;
    if (axis_has_slide(t->axis))
        test_slide();
    else
        test_motor();
}
