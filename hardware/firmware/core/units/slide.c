#include "slide.h"

#include "../base/clocks.h"
#include "../base/config.h"
#include "../base/input.h"
#include "../drive/power.h"
#include "../drive/stepper.h"
#include "../safety/fault.h"
#include "../safety/lease.h"

REMEMBERED(struct slide, slides, STEPPER_COUNT);

enum phase {
    PHASE_IDLE = SLIDE_AT_REST,
    PHASE_RELEASE,     /* off the low switch, to find it again */
    PHASE_SEEK,        /* down to the low switch */
    PHASE_PROBE,       /* homing found nothing: does the far switch answer? */
    PHASE_TO_LOW,
    PHASE_TO_HIGH,
    PHASE_CHECK_LOW,   /* the high switch did not answer: did the motor move? */
    PHASE_CHECK_HIGH,
    PHASE_BACK,
    PHASE_LIMP,        /* without its low switch: down by counted steps, and a person is asked there */
};

/* Switches bounce for 6 ms (Ganssle, A Guide to Debouncing, 2008: 6.2 at most) and the debouncer takes 3 more; a dirty
 * one may take 80. */
#define TURN_MS 2 /* each slide is looked at so often */
#define SETTLE_MS 12
#define LATE_MS 100
#define GONE_TURNS 6

static uint16_t speed(uint8_t slide)
{
    return (uint16_t)setting(slide_choose(slide, SET_STACK_SPEED, SET_LIFT_SPEED, SET_CENTRE_SPEED));
}

static void enter(struct slide *s, uint8_t phase)
{
    s->phase = phase;
    s->moving = false;
    s->settle = 0;
}

static bool homes(const struct slide *s)
{
    return s->goal == SLIDE_HOME || s->goal == SLIDE_HOME_SHORT;
}

static void begin(uint8_t slide)
{
    struct slide *s = &slides[slide];

    s->result = SLIDE_BUSY;
    switch (s->retry ? SLIDE_HOME : s->goal) {
    case SLIDE_HOME:
    case SLIDE_HOME_SHORT:
        steppers[slide].homed = false;
        enter(s, PHASE_RELEASE);
        break;
    case SLIDE_LOW:
        enter(s, PHASE_TO_LOW);
        break;
    case SLIDE_HIGH:
        enter(s, PHASE_TO_HIGH);
        break;
    default:
        enter(s, PHASE_BACK);
    }
}

void slide_go(uint8_t slide, enum slide_goal goal)
{
    struct slide *s = &slides[slide];

    s->goal = goal;
    s->attempt = 0;
    s->retry = false;
    s->fault = 0;
    begin(slide);
}

enum slide_result slide_result(uint8_t slide)
{
    return slides[slide].result;
}

static void finish(uint8_t slide)
{
    struct slide *s = &slides[slide];

    if (s->retry) {
        s->retry = false;
        if (!homes(s)) {
            begin(slide);
            return;
        }
    }
    if (s->fault)
        fault_cleared(s->fault, slide_axis(slide));
    s->fault = 0;
    s->result = SLIDE_DONE;
    enter(s, PHASE_IDLE);
}

static void give_up(uint8_t slide, uint8_t code, int16_t detail)
{
    slides[slide].result = SLIDE_FAILED;
    enter(&slides[slide], PHASE_IDLE);
    fault_latch(code, slide_axis(slide), detail);
}

/* The ladder: home and try again, then a person. `suspect` is an input, or NONE for the motor. */
static void fail(uint8_t slide, uint8_t code, uint8_t suspect)
{
    struct slide *s = &slides[slide];
    int16_t detail = suspect == NONE ? stepper_position(slide) : suspect;

    if (code == 0)
        code = slide_stall_code(slide, homes(s));
    s->suspect = suspect;
    steppers[slide].homed = false;
    /* A ladder that began with another fault has not tried for this one yet. */
    if (s->attempt < fault_attempts(code) + (s->fault && s->fault != code)) {
        s->attempt++;
        s->fault = code;
        fault_recovering(code, slide_axis(slide), detail, s->attempt);
        s->retry = true;
        begin(slide);
        return;
    }
    if (code == FAULT_SENSOR_STUCK && suspect == slide_low_input(slide) && in(slide_high_input(slide))) {
        stepper_set_position(slide, slide_travel(slide));
        enter(s, PHASE_LIMP);
        return;
    }
    give_up(slide, code, detail);
}

static void start(uint8_t slide)
{
    struct slide *s = &slides[slide];
    int16_t travel = slide_travel(slide), here = stepper_position(slide), slack = slide_tolerance(slide);
    uint16_t home_speed = (uint16_t)setting(SET_HOME_SPEED);
    uint8_t low = slide_low_input(slide), high = slide_high_input(slide);

    s->begun = here;
    s->moving = true;
    switch (s->phase) {
    case PHASE_RELEASE:
        stepper_start(slide, in(low) ? travel / (s->goal == SLIDE_HOME_SHORT ? 8 : 2) : 0, home_speed, high);
        break;
    case PHASE_SEEK:
        stepper_start(slide, (int16_t)(-travel - travel / 4), home_speed, low);
        break;
    case PHASE_PROBE:
    case PHASE_CHECK_HIGH:
        stepper_start(slide, (int16_t)(travel + 2 * slack), home_speed, high);
        break;
    case PHASE_CHECK_LOW:
        stepper_start(slide, (int16_t)(-here - slack), home_speed, low);
        break;
    case PHASE_TO_LOW:
        stepper_start(slide, (int16_t)(-here - slack), speed(slide), low);
        break;
    case PHASE_TO_HIGH:
        stepper_start(slide, (int16_t)(travel + slack - here), speed(slide), high);
        break;
    case PHASE_LIMP:
        stepper_start(slide, (int16_t)(slack - travel), home_speed, low);
        break;
    default: /* PHASE_BACK: away from what was pinched, opposite to the last movement */
        stepper_start(slide,
                      (int16_t)(steppers[slide].direction > 0 ? -setting(SET_PINCH_BACK) : setting(SET_PINCH_BACK)),
                      home_speed, steppers[slide].direction > 0 ? low : high);
    }
}

static void at_low(uint8_t slide)
{
    stepper_set_position(slide, 0);
    steppers[slide].homed = true;
}

static void probe(uint8_t slide)
{
    if (slides[slide].goal == SLIDE_HOME_SHORT)
        fail(slide, 0, NONE);
    else
        enter(&slides[slide], PHASE_PROBE);
}

static void released(uint8_t slide)
{
    struct slide *s = &slides[slide];

    /* Both ends at once: one lies. What an earlier attempt suspected is more than a guess. */
    if (in(slide_low_input(slide)) && in(slide_high_input(slide)))
        fail(slide, FAULT_SENSOR_IMPLAUSIBLE, s->attempt ? s->suspect : slide_high_input(slide));
    else if (in(slide_low_input(slide)))
        probe(slide);
    else
        enter(&slides[slide], PHASE_SEEK);
}

static void sought(uint8_t slide)
{
    if (!in(slide_low_input(slide))) {
        probe(slide);
        return;
    }
    if (in(slide_high_input(slide))) {
        fail(slide, FAULT_SENSOR_IMPLAUSIBLE, slide_high_input(slide));
        return;
    }
    at_low(slide);
    finish(slide);
}

/* Homing met no low switch, or one that never lets go. If the far end answers, the motor is well. */
static void probed(uint8_t slide)
{
    if (in(slide_high_input(slide)))
        fail(slide, FAULT_SENSOR_STUCK, slide_low_input(slide));
    else
        fail(slide, 0, NONE);
}

static void came_low(uint8_t slide)
{
    bool here = in(slide_low_input(slide));

    if (here && in(slide_high_input(slide)))
        fail(slide, FAULT_SENSOR_STUCK, slide_high_input(slide));
    else if (here && stepper_position(slide) > 2 * slide_tolerance(slide))
        fail(slide, 0, NONE); /* fewer steps down than up: some were lost */
    else if (here) {
        at_low(slide);
        finish(slide);
    } else if (steppers[slide].state == STEPPER_AT_END)
        fail(slide, FAULT_SENSOR_IMPLAUSIBLE, slide_low_input(slide)); /* it answered and let go */
    else
        enter(&slides[slide], PHASE_CHECK_HIGH);
}

static void came_high(uint8_t slide)
{
    struct slide *s = &slides[slide];
    int16_t travel = slide_travel(slide), here = stepper_position(slide);

    if (in(slide_high_input(slide))) {
        if (here < travel - 2 * slide_tolerance(slide)) {
            fail(slide, FAULT_SENSOR_IMPLAUSIBLE, slide_high_input(slide)); /* long before it could */
            return;
        }
        if (in(slide_low_input(slide))) {
            fail(slide, FAULT_SENSOR_STUCK, slide_low_input(slide));
            return;
        }
        s->measured = here;
        stepper_set_position(slide, travel);
        finish(slide);
    } else if (steppers[slide].state == STEPPER_AT_END)
        fail(slide, FAULT_SENSOR_IMPLAUSIBLE, slide_high_input(slide));
    else
        enter(s, PHASE_CHECK_LOW);
}

/* All steps made it back: the motor is well, so the far switch is not. One that slips on the way up lacks
 * more than its switches ever do. */
static void checked_low(uint8_t slide)
{
    bool whole = in(slide_low_input(slide)) && stepper_position(slide) <= slide_tolerance(slide) / 2;

    if (whole && slides[slide].begun > slide_travel(slide) / 2)
        fail(slide, FAULT_SENSOR_STUCK, slide_high_input(slide));
    else
        fail(slide, 0, NONE);
}

static void checked_high(uint8_t slide)
{
    int16_t made = stepper_position(slide) - slides[slide].begun;

    if (in(slide_high_input(slide)) && made > slide_travel(slide) - 2 * slide_tolerance(slide))
        fail(slide, FAULT_SENSOR_STUCK, slide_low_input(slide));
    else
        fail(slide, 0, NONE);
}

static void ended(uint8_t slide)
{
    switch (slides[slide].phase) {
    case PHASE_RELEASE:
        released(slide);
        break;
    case PHASE_SEEK:
        sought(slide);
        break;
    case PHASE_PROBE:
        probed(slide);
        break;
    case PHASE_TO_LOW:
        came_low(slide);
        break;
    case PHASE_TO_HIGH:
        came_high(slide);
        break;
    case PHASE_CHECK_LOW:
        checked_low(slide);
        break;
    case PHASE_CHECK_HIGH:
        checked_high(slide);
        break;
    case PHASE_LIMP:
        give_up(slide, FAULT_SENSOR_STUCK, slide_low_input(slide));
        break;
    default:
        steppers[slide].homed = false; /* the stop was hard */
        finish(slide);
    }
}

/* The switch that this phase waits for; NONE where it waits for none. */
static uint8_t awaited(uint8_t slide)
{
    switch (slides[slide].phase) {
    case PHASE_SEEK:
    case PHASE_TO_LOW:
        return slide_low_input(slide);
    case PHASE_TO_HIGH:
    case PHASE_PROBE:
        return slide_high_input(slide);
    default:
        return NONE;
    }
}

/* A slide that stands at an end has left it, or its switch is gone. Nothing moves of itself for that: a
 * person looks. Each slide has its turn every 16 ms. */
static void watch_standing(uint8_t slide)
{
    struct slide *s = &slides[slide];
    int16_t here = stepper_position(slide);
    uint8_t at = here == 0 ? slide_low_input(slide) : slide_high_input(slide);

    if (s->phase != PHASE_IDLE || !steppers[slide].homed || (here != 0 && here != slide_travel(slide)) || in(at)) {
        s->gone = 0;
        return;
    }
    if (++s->gone < GONE_TURNS)
        return;
    steppers[slide].homed = false;
    fault_latch(FAULT_SENSOR_IMPLAUSIBLE, slide_axis(slide), at);
}

static void tick(uint8_t slide)
{
    struct slide *s = &slides[slide];
    uint8_t waits_for;

    if (s->phase == PHASE_IDLE)
        return;
    if (!s->moving) {
        if (steppers[slide].state != STEPPER_MOVING && power_take_start())
            start(slide);
        return;
    }
    if (steppers[slide].state == STEPPER_MOVING) {
        if (s->phase == PHASE_RELEASE && !in(slide_low_input(slide)))
            stepper_brake(slide);
        return;
    }
    s->settle += TURN_MS;
    if (s->settle < SETTLE_MS)
        return;
    waits_for = awaited(slide);
    if (waits_for != NONE && !in(waits_for) && steppers[slide].state == STEPPER_STILL && s->settle < LATE_MS)
        return;
    if (s->settle > SETTLE_MS && waits_for != NONE && in(waits_for))
        fault_warn(FAULT_SENSOR_DIRTY, slide_axis(slide), waits_for);
    ended(slide);
}

void slide_tick(void)
{
    if (!motion_allowed())
        return;
    for (uint8_t i = (uint8_t)(clocks->now % TURN_MS); i < STEPPER_COUNT; i += TURN_MS)
        tick(i);
    if (clocks->now % 16 < STEPPER_COUNT)
        watch_standing((uint8_t)(clocks->now % 16));
}
