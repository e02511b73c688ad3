#include "stepper.h"

#include "../base/config.h"

REMEMBERED(struct stepper, steppers, STEPPER_COUNT);
REMEMBERED(struct intervals, ramps, RAMP_COUNT);

#define X(axis, timer, channel, step, dir) OUT_##dir,
static const uint8_t direction_output[] = {STEPPERS(X)};
#undef X

static uint16_t square_root(uint32_t n)
{
    uint32_t root = 0;

    for (uint32_t bit = 1UL << 30; bit; bit >>= 2) {
        if (n >= root + bit) {
            n -= root + bit;
            root = (root >> 1) + bit;
        } else {
            root >>= 1;
        }
    }
    return (uint16_t)root;
}

/* Interval n is proportional to sqrt(n + 1) - sqrt(n); the usual recurrence c -= 2c / (4n + 1) gives it in
 * integers (Austin, Generate stepper-motor speed profiles in real time, 2005), from a first interval of
 * 0.676 * sqrt(2 / acceleration) seconds. */
static void fill(uint16_t *ramp, uint32_t acceleration)
{
    /* 0.676 * sqrt(2) * 2,000,000 ticks = 1,912,013; the root carries 7 bits of fraction, the interval 8 */
    uint32_t interval = (1912013UL * 2048 / square_root(acceleration << 14)) << 4;

    hal_watchdog_kick(); /* 200 divisions: 8 ms */
    for (uint8_t n = 0; n < RAMP_LENGTH; n++) {
        ramp[n] = (uint16_t)(interval >> 8);
        interval -= 2 * interval / (4UL * (n + 1) + 1);
    }
}

void stepper_init(void)
{
    fill(ramps[RAMP_STACK].at, (uint32_t)setting(SET_STACK_ACCELERATION));
    fill(ramps[RAMP_LIFT].at, (uint32_t)setting(SET_LIFT_ACCELERATION));
    fill(ramps[RAMP_CENTRE].at, (uint32_t)setting(SET_CENTRE_ACCELERATION));
    for (uint8_t i = 0; i < STEPPER_COUNT; i++)
        steppers[i].ramp = ramps[i < 4 ? RAMP_STACK : i < 8 ? RAMP_LIFT : RAMP_CENTRE].at;
}

/* Place on the ramp of the fastest step that is not faster than `speed` steps/s. */
static uint8_t cruise(const uint16_t *ramp, uint16_t speed)
{
    uint16_t interval = (uint16_t)(STEP_TICKS_PER_S / speed);
    uint8_t index = 0;

    while (index < RAMP_LENGTH - 1 && ramp[index + 1] >= interval)
        index++;
    return index;
}

void stepper_start(uint8_t stepper, int16_t steps, uint16_t speed, uint8_t end)
{
    struct stepper *s = &steppers[stepper];

    stepper_halt(stepper);
    stepper_set_position(stepper, stepper_position(stepper));
    if (steps == 0) {
        s->state = STEPPER_STILL;
        return;
    }
    s->direction = steps > 0 ? 1 : -1;
    hal_write(direction_output[stepper], steps > 0);
    s->left = (uint16_t)(steps > 0 ? steps : -steps);
    s->origin = (int16_t)(s->origin + steps);
    s->run = s->same = 1;
    s->index = 0;
    s->cruise = cruise(s->ramp, speed);
    s->end = hal_pin(end);
    s->state = STEPPER_MOVING;
    hal_step_start(stepper, s->ramp[0]);
}

/* Steps that are left of the move; only where no step can come in between. */
static uint16_t left_now(const struct stepper *s)
{
    return (uint16_t)(s->left - (s->run - s->same));
}

void stepper_brake(uint8_t stepper)
{
    struct stepper *s = &steppers[stepper];
    uint16_t needed;

    hal_lock();
    needed = s->index + 1U;
    if (s->state == STEPPER_MOVING && left_now(s) > needed) {
        int16_t cut = (int16_t)(left_now(s) - needed);

        s->origin = (int16_t)(s->origin - (s->direction > 0 ? cut : -cut));
        s->left = needed;
        s->run = s->same = 1;
    }
    hal_unlock();
}

void stepper_brake_all(void)
{
    for (uint8_t i = 0; i < STEPPER_COUNT; i++)
        stepper_brake(i);
}

void stepper_halt(uint8_t stepper)
{
    hal_step_stop(stepper);
    if (steppers[stepper].state == STEPPER_MOVING)
        steppers[stepper].state = STEPPER_STILL;
}

void stepper_halt_all(void)
{
    for (uint8_t i = 0; i < STEPPER_COUNT; i++)
        stepper_halt(i);
}

/* Where the move would end, less what is left of it. */
int16_t stepper_position(uint8_t stepper)
{
    const struct stepper *s = &steppers[stepper];
    uint16_t left;

    hal_lock();
    left = left_now(s);
    hal_unlock();
    return (int16_t)(s->origin - (s->direction > 0 ? (int16_t)left : -(int16_t)left));
}

void stepper_set_position(uint8_t stepper, int16_t position)
{
    struct stepper *s = &steppers[stepper];

    s->left = s->run = s->same = 0;
    s->origin = position;
}

void stepper_forget_all(void)
{
    for (uint8_t i = 0; i < STEPPER_COUNT; i++)
        steppers[i].homed = false;
}

bool stepper_homed_all(void)
{
    for (uint8_t i = 0; i < STEPPER_COUNT; i++)
        if (!steppers[i].homed)
            return false;
    return true;
}
