/* Steppers and direct current motors. */
#include <math.h>

#include "plant.h"

#define PULL_IN 600.0        /* steps/s that a rotor follows from standstill */
#define FOLLOWS 120000.0     /* steps/s2 that the load lets it follow */
#define STALL_MA 1500.0      /* more than it draws freely, when it presses as hard as it can */
#define HAND_N_MM 75.0       /* hands and fingers (ISO/TS 15066:2016, table A.3, effective spring constant) */
#define PINCH_N 15.0         /* from which on it counts as a pinch (estimate) */
#define HURT_N 140.0         /* hands and fingers, held (ISO/TS 15066:2016, table A.2) */
#define SINKS 500.0          /* steps/s of a lift or the hatch without current: no screw of such a lead locks itself */
#define LOOSE_SPEED 300.0
#define MOVING_MA 500.0
#define HOLDING_MA 30.0
#define MOVING_US 20000
#define PRESSING_US 4000 /* since the last step: a lift that stands presses no further */

static const int32_t play[3] = {45, 150, 130}; /* steps from switch to hard stop */

/* hardware/mechanical.md */
static const struct {
    double steps_mm, most_n;
} drive[3] = {{20, 63}, {66.7, 105}, {50, 79}};

static uint8_t kind(uint8_t slide)
{
    return slide < 4 ? 0 : slide < 8 ? 1 : 2;
}

static int32_t slack(uint8_t slide)
{
    return play[kind(slide)];
}

static bool driven(const struct plant *p, uint8_t slide)
{
    uint8_t enable = slide < 4 ? OUT_STACK_ENABLE : slide < 8 ? OUT_LIFT_ENABLE : OUT_CENTRE_ENABLE;

    return p->rail && p->output[enable];
}

static int32_t into_obstacle(const struct slide_body *s)
{
    int32_t into;

    if (s->obstacle == INT32_MAX)
        return 0;
    into = (s->position - s->obstacle) * s->obstacle_direction;
    return into > 0 ? into : 0;
}

/* As a spring until the rotor slips, whether that is a hand, or a tile against the frame. */
double slide_force(const struct plant *p, uint8_t slide)
{
    double force = into_obstacle(&p->slide[slide]) * HAND_N_MM / drive[kind(slide)].steps_mm;

    return force < drive[kind(slide)].most_n ? force : drive[kind(slide)].most_n;
}

/* Where the switches of a slide are, and what rides on it. */
static void moved(struct plant *p, uint8_t slide, int32_t by)
{
    static const uint8_t low[3] = {IN_STACK0_HOME, IN_LIFT0_DOWN, IN_CENTRE_DOWN};
    static const uint8_t high[3] = {IN_STACK0_END, IN_LIFT0_UP, IN_CENTRE_UP};
    uint8_t n = slide < 8 ? slide & 3 : 0;
    struct slide_body *s = &p->slide[slide];
    int32_t to = s->position + by;

    if (to < -slack(slide) || to > s->travel + slack(slide)) {
        s->lost++;
        return;
    }
    s->position = to;
    plant_wire(p, (uint8_t)(low[kind(slide)] + n));
    plant_wire(p, (uint8_t)(high[kind(slide)] + n));
}

/* The rotor follows a pulse that comes not much earlier than the last ones let expect. */
static bool follows(struct slide_body *s, uint64_t now_us)
{
    double interval = (double)(now_us - s->step_us) / 1e6, speed, limit;

    if (interval > 0.05)
        s->speed = 0;
    speed = interval > 0 ? 1 / interval : 1e9;
    limit = sqrt(s->speed * s->speed + 2 * FOLLOWS);
    if (limit < PULL_IN)
        limit = PULL_IN;
    /* A pulse is a quarter of a full step: the rotor's inertia takes single ones that come early, because
     * nine channels share a processor. */
    if (speed > limit * 1.5) {
        s->speed = 0;
        return false;
    }
    s->speed += (speed - s->speed) / 4;
    return true;
}

void slide_step(struct plant *p, uint8_t slide)
{
    static const uint8_t dir[SLIDES] = {OUT_STACK0_DIR, OUT_STACK1_DIR, OUT_STACK2_DIR,
                                        OUT_STACK3_DIR, OUT_LIFT0_DIR,  OUT_LIFT1_DIR,
                                        OUT_LIFT2_DIR,  OUT_LIFT3_DIR,  OUT_CENTRE_DIR};
    struct slide_body *s = &p->slide[slide];
    bool ok;

    s->direction = p->output[dir[slide]] ? 1 : -1;
    s->pulses++;
    monitor_step(p, slide);
    ok = follows(s, p->now_us);
    s->step_us = p->now_us;
    if (!driven(p, slide) || s->broken == BROKEN_DEAD || s->broken == BROKEN_STALL)
        return;
    if (!ok || (s->direction == s->obstacle_direction && slide_force(p, slide) >= drive[kind(slide)].most_n) ||
        (s->direction > 0 && s->slip > 0 && plant_chance(&s->random) < s->slip)) {
        s->lost++;
        return;
    }
    moved(p, slide, s->direction);
}

static bool stepping(const struct plant *p, uint8_t slide)
{
    return p->slide[slide].pulses && p->now_us - p->slide[slide].step_us < MOVING_US;
}

/* By its own weight, down to its stop or to what lies under it. */
static void sinks(struct plant *p, uint8_t slide)
{
    struct slide_body *s = &p->slide[slide];

    s->loose += SINKS / 1000;
    if (s->loose < 1)
        return;
    s->loose -= 1;
    if (s->position > 0 && (s->obstacle_direction > 0 || into_obstacle(s) == 0)) {
        s->sunk++;
        moved(p, slide, -1);
    }
}

void slides_tick(struct plant *p)
{
    for (uint8_t i = 0; i < SLIDES; i++) {
        struct slide_body *s = &p->slide[i];

        if (i >= 4 && !driven(p, i))
            sinks(p, i);
        if (s->broken != BROKEN_RUNAWAY || !driven(p, i) || stepping(p, i))
            continue;
        s->loose += LOOSE_SPEED / 1000;
        if (s->loose >= 1) {
            s->loose -= 1;
            moved(p, i, s->direction ? s->direction : 1);
        }
    }
}

bool slide_strained(const struct plant *p, uint8_t slide)
{
    const struct slide_body *s = &p->slide[slide];

    /* No hand is at a pusher while it moves: it lies under the lid, which takes its supply. */
    return s->pulses && p->now_us - s->step_us < PRESSING_US && s->direction == s->obstacle_direction &&
           slide_force(p, slide) > (slide < 4 ? HURT_N : PINCH_N);
}

double slide_current(const struct plant *p, uint8_t slide)
{
    const struct slide_body *s = &p->slide[slide];

    if (!driven(p, slide) || s->broken == BROKEN_DEAD)
        return 0;
    if (!stepping(p, slide))
        return HOLDING_MA;
    if (s->broken == BROKEN_STALL)
        return MOVING_MA * 2.5;
    return MOVING_MA + STALL_MA * slide_force(p, slide) / drive[kind(slide)].most_n;
}

struct rating {
    double run_ma, stall_ma, lag_ms;
};

static struct rating rating(uint8_t motor)
{
    if (motor == 0)
        return (struct rating){700, 4000, 400};
    if (motor <= 4)
        return (struct rating){150, 1700, 100};
    if (motor <= 8)
        return (struct rating){300, 1900, 50};
    return (struct rating){150, 1200, 200};
}

/* What the wires ask of a motor: direction times duty. */
static double asked(const struct plant *p, uint8_t motor)
{
    double direction;

    if (p->motor[motor].broken == BROKEN_RUNAWAY)
        return p->rail ? 1.0 : 0;
    if (!p->rail)
        return 0;
    if (motor == 0) {
        direction = p->output[OUT_DRUM_FORWARD] - p->output[OUT_DRUM_REVERSE];
        return direction * p->duty[OUT_DRUM_PWM] / 255;
    }
    if (motor <= 4)
        return p->output[OUT_PICK0_ON + motor - 1] * p->duty[OUT_PICK_PWM] / 255.0;
    if (motor <= 8) {
        direction = p->output[OUT_CONV0_FORWARD + motor - 5] - p->output[OUT_CONV0_REVERSE + motor - 5];
        return direction * p->duty[OUT_CONV_PWM] / 255;
    }
    return p->output[OUT_DICE_ON];
}

static bool held(const struct motor_body *m)
{
    return m->broken == BROKEN_STALL || m->broken == BROKEN_DEAD || m->loaded;
}

void motors_tick(struct plant *p, double ms)
{
    for (uint8_t i = 0; i < MOTORS; i++) {
        struct motor_body *m = &p->motor[i];
        double target = held(m) ? 0 : asked(p, i);
        double lag = held(m) && m->broken == BROKEN_NONE ? 10 : rating(i).lag_ms;

        m->speed += (target - m->speed) * ms / (lag + ms);
    }
    /* 57 turns per minute at full duty. */
    p->drum_turns += fabs(p->motor[0].speed) * 57.0 / 60000.0 * ms;
}

double motor_current(const struct plant *p, uint8_t motor)
{
    struct rating r = rating(motor);
    double target = asked(p, motor), share;

    if (target == 0 || p->motor[motor].broken == BROKEN_DEAD)
        return 0;
    share = 1 - p->motor[motor].speed / target;
    if (share > 1)
        share = 1;
    return r.run_ma + (share > 0 ? share : 0) * (r.stall_ma - r.run_ma);
}
