#include "dice.h"

#include "../base/analog.h"
#include "../base/clocks.h"
#include "../base/config.h"
#include "../drive/motor.h"
#include "../drive/power.h"
#include "../drive/stepper.h"
#include "../safety/fault.h"
#include "../safety/lease.h"
#include "../safety/report.h"
#include "slide_kind.h"

REMEMBERED(struct dice, dice, 1);

#define LEAST_MA 60 /* a turning motor of the cup draws 150 (estimate) */
#define MOST_MA 900
#define STEADY_MS 400
#define WATCH_MS 10
#define LOOSE_MS 300
#define LOOSE_MA 100 /* centre lift at rest: 30 */

/* xorshift32 (Marsaglia, 2003). */
static uint32_t draw(void)
{
    uint32_t x = dice->random ? dice->random : 1;

    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return dice->random = x;
}

void dice_stir(uint32_t chance)
{
    dice->random ^= chance * 2654435761UL;
    draw();
}

/* 252 is the largest multiple of 6 in a byte: the rest would favour low numbers. */
static uint8_t die(void)
{
    uint8_t byte;

    do
        byte = (uint8_t)(draw() >> 16);
    while (byte >= 252);
    return (uint8_t)(byte % 6 + 1);
}

struct start dice_throw(void)
{
    struct start start;

    if (activity->state == MACHINE_STATE_UNHOMED || activity->state == MACHINE_STATE_SERVICE)
        return (struct start){0, REASON_STATE};
    if (dice->action)
        return (struct start){0, REASON_BUSY};
    start = activity_number();
    dice->action = start.action;
    dice->attempt = 0;
    dice->ms = 0;
    dice->turned = false;
    return start;
}

static void fallen(bool spun)
{
    uint8_t numbers[2] = {die(), die()};

    if (spun && dice->attempt)
        fault_cleared(FAULT_DICE_FAIL, AXIS_DICE);
    motor_stop(AXIS_DICE);
    report_dice(numbers, spun);
    report_done(dice->action, OUTCOME_DONE);
    dice->action = 0;
}

/* A cup that does not turn is shown and told, but does not stop the game. */
static void failed(void)
{
    struct dice *d = dice;

    motor_stop(AXIS_DICE);
    if (d->attempt < fault_attempts(FAULT_DICE_FAIL)) {
        fault_recovering(FAULT_DICE_FAIL, AXIS_DICE, 0, ++d->attempt);
        d->ms = 0;
        return;
    }
    fault_cleared(FAULT_DICE_FAIL, AXIS_DICE);
    fault_warn(FAULT_DICE_FAIL, AXIS_DICE, 0);
    d->attempt = 0;
    fallen(false);
}

static void watch_standing(void)
{
    const struct motor *m = motor_of(AXIS_DICE);
    bool still = !m->applied && m->steady_ms > LOOSE_MS && steppers[SLIDE_CENTRE].state != STEPPER_MOVING;

    dice->loose_ms =
        power_ready() && still && analog(ADC_LIFT_CURRENT) > LOOSE_MA ? dice->loose_ms + WATCH_MS : 0;
    if (dice->loose_ms == LOOSE_MS)
        fault_latch(FAULT_AXIS_RUNAWAY, AXIS_DICE, (int16_t)analog(ADC_LIFT_CURRENT));
}

void dice_tick(void)
{
    struct dice *d = dice;
    const struct motor *m = motor_of(AXIS_DICE);
    uint16_t current;

    if (clocks->tenth == 0)
        watch_standing();
    if (!d->action || !motion_allowed() || activity_moves_hatch())
        return;
    current = analog(ADC_LIFT_CURRENT);
    d->ms++;
    motor_run(AXIS_DICE, d->ms > 2 * STEADY_MS || !d->attempt, false);
    if (m->applied && m->steady_ms > STEADY_MS && steppers[SLIDE_CENTRE].state != STEPPER_MOVING)
        d->turned = current >= LEAST_MA && current <= MOST_MA;
    if (d->ms < setting(SET_DICE_TIME) + (d->attempt ? 2 * STEADY_MS : 0))
        return;
    if (d->turned)
        fallen(true);
    else
        failed();
}
