#include "plant.h"

#include <math.h>
#include <string.h>

#define RAIL_UP_US 25000
#define RAIL_DOWN_US 15000
#define LATE_US 60000 /* a dirty sensor */
/* Contacts rebound for 1.6 ms in the mean and 6.2 ms at most: 18 kinds of switch, but for one that nobody would use here
 * (Ganssle, A Guide to Debouncing, 2008). Exponential between them, and how often they change, are estimates. */
#define BOUNCE_US 1600.0
#define BOUNCE_MOST_US 6200.0
#define BOUNCE_EDGE_US 250
/* A conversion is off by 3 of 1024 at most (data sheet of the ATmega2560, absolute accuracy 2 to 3); what brushes and
 * choppers add to a current, and what the brick's ripple and the wires' 0.1 Ohm take from the supply, are estimates. */
#define ADC_LSB 3.0
#define CURRENT_RIPPLE 0.1
#define SUPPLY_RIPPLE_MV 120.0
#define WIRES_OHM 0.1
#define ROW_TILES 34

#define X(name, port, bit, high, pull, lane, axis) [IN_##name] = high,
#define Y(name, place, high, lane, axis) [IN_##name] = high,
static const uint8_t active_high[IN_COUNT] = {INPUTS_DIRECT(X) INPUTS_SHIFTED(Y)};
#undef X
#undef Y

#define X(name, channel, scale, lane, axis) scale,
static const double full_scale[] = {ANALOGS(X)};
#undef X

#define X(axis, timer, channel, step, dir) OUT_##step,
static const uint8_t step_output[SLIDES] = {STEPPERS(X)};
#undef X

/* splitmix64 (Steele, Lea and Flood, 2014). */
uint64_t plant_random(uint64_t *random)
{
    uint64_t z = (*random += 0x9e3779b97f4a7c15u);

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

double plant_chance(uint64_t *random)
{
    return (double)(plant_random(random) >> 11) / 9007199254740992.0;
}

double plant_wait(uint64_t *random)
{
    return -log(1 - plant_chance(random));
}

double plant_tremble(uint64_t seed, uint64_t moment)
{
    uint64_t random = seed ^ moment * 0x9e3779b97f4a7c15u;

    return plant_chance(&random);
}

void plant_init(struct plant *p, uint64_t seed)
{
    static const int32_t travel[3] = {800, 4000, 3000};

    memset(p, 0, sizeof *p);
    p->random = seed;
    p->supply_mv = 24000;
    p->temperature = 350;
    p->takes_walls = true;
    p->pushes_set = NONE;
    p->pick_rate = 3.5;
    p->across_rate = 0.002; /* both estimates */
    p->double_rate = 0.003;
    p->row_tiles = ROW_TILES;
    for (uint8_t i = 0; i < SLIDES; i++) {
        struct slide_body *s = &p->slide[i];
        int32_t nominal = travel[i < 4 ? 0 : i < 8 ? 1 : 2];

        s->random = plant_random(&p->random);
        s->travel = (int32_t)(nominal * (0.995 + 0.01 * plant_chance(&s->random)));
        s->position = (int32_t)(s->travel * (i == 8 ? 0.0 : 0.6 * plant_chance(&s->random)));
        s->obstacle = INT32_MAX;
    }
    for (uint8_t input = 0; input < IN_COUNT; input++)
        p->wire[input].random = plant_random(&p->random);
    p->noise = plant_random(&p->random);
    tiles_init(p);
    monitor_init(p);
    plant_wires(p);
}

static bool truth(const struct plant *p, uint8_t input)
{
    uint8_t lane = (uint8_t)((input - IN_ENTRY0) & 3); /* of those that are one per lane */
    const struct slide_body *s = p->slide;

    if (p->wire[input].touch)
        return p->wire[input].touch == TOUCH_ON;
    if (input <= IN_STACK3_HOME)
        return s[input - IN_STACK0_HOME].position <= 0;
    if (input <= IN_STACK3_END)
        return s[input - IN_STACK0_END].position >= s[input - IN_STACK0_END].travel;
    if (input <= IN_LIFT3_DOWN)
        return s[4 + input - IN_LIFT0_DOWN].position <= 0;
    if (input <= IN_LIFT3_UP)
        return s[4 + input - IN_LIFT0_UP].position >= s[4 + input - IN_LIFT0_UP].travel;
    if (input >= IN_ENTRY0 && input <= IN_ENTRY3)
        return lane_dark(p, lane);
    if (input >= IN_BACK_UP0 && input <= IN_BACK_UP3)
        return lane_magnet(p, lane);
    if (input >= IN_AT_STACK0 && input <= IN_AT_STACK3)
        return p->lane[lane].in_cup == 2 && p->lane[lane].cup_ms <= 0;
    if (input >= IN_ROW_FULL0 && input <= IN_ROW_FULL3)
        return p->row[lane] >= p->row_tiles;
    switch (input) {
    case IN_CENTRE_DOWN:
        return s[8].position <= 0;
    case IN_CENTRE_UP:
        return s[8].position >= s[8].travel;
    case IN_DRUM_TACH:
        return (uint32_t)(p->drum_turns * 24) & 1;
    case IN_ESTOP:
        return p->estop;
    case IN_LID_OPEN:
        return p->lid_open;
    case IN_MOTOR_POWER:
        return p->rail;
    case IN_HATCH_CLOSED:
        return !hatch_open(p);
    case IN_DRIVER_FAULT:
        return p->driver_fault;
    default:
        return false;
    }
}

/* Switches; the safety chain's are opened by force (IEC 60947-5-1, annex K) and rebound only when they close. */
static bool rebounds(uint8_t input, bool now)
{
    if (input == IN_ESTOP || input == IN_LID_OPEN)
        return !now;
    return input <= IN_CENTRE_UP || input == IN_HATCH_CLOSED;
}

bool plant_bounces(const struct plant *p, uint8_t input)
{
    return p->now_us < p->wire[input].bounce_us;
}

static bool seen(struct plant *p, uint8_t input, bool high)
{
    struct wire *w = &p->wire[input];

    switch (w->ill) {
    case ILL_STUCK0:
        return false;
    case ILL_STUCK1:
        return true;
    case ILL_FLICKER:
        /* It trembles by itself, whoever looks. */
        while (p->now_us >= w->change_us) {
            w->flicker = !w->flicker;
            w->change_us += 2000 + (uint64_t)(18000 * plant_chance(&w->random));
        }
        return w->flicker;
    case ILL_LATE:
        return w->truth && w->change_us && p->now_us < w->change_us + LATE_US ? !active_high[input] : high;
    default:
        if (plant_bounces(p, input) && plant_tremble(w->random, p->now_us / BOUNCE_EDGE_US) < 0.5)
            return !high;
        return high;
    }
}

void plant_wire(struct plant *p, uint8_t input)
{
    struct wire *w = &p->wire[input];
    bool now = truth(p, input);

    if (now && !w->truth && w->ill == ILL_LATE)
        w->change_us = p->now_us;
    if (now != w->truth && p->now_us && rebounds(input, now)) {
        double us = BOUNCE_US * plant_wait(&w->random);

        w->bounce_us = p->now_us + (uint64_t)(us < BOUNCE_MOST_US ? us : BOUNCE_MOST_US);
    }
    w->truth = now;
    p->level[input] = seen(p, input, now == (active_high[input] != 0));
}

void plant_wires(struct plant *p)
{
    for (uint8_t input = 0; input < IN_COUNT; input++)
        plant_wire(p, input);
}

bool plant_input(const struct plant *p, uint8_t input)
{
    return p->level[input] == active_high[input];
}

void plant_output(struct plant *p, uint8_t output, bool on, uint64_t now_us)
{
    bool rises = on && !p->output[output];

    p->now_us = now_us;
    p->output[output] = on;
    monitor_output(p, output, on);
    if (!rises)
        return;
    for (uint8_t i = 0; i < SLIDES; i++)
        if (step_output[i] == output)
            slide_step(p, i);
}

void plant_pwm(struct plant *p, uint8_t output, uint8_t duty)
{
    p->duty[output] = duty;
}

static void rail_tick(struct plant *p)
{
    bool wanted = (p->output[OUT_MOTOR_ENABLE] || p->relay_welded) && !p->estop && !p->lid_open;

    if (wanted == p->rail) {
        p->rail_us = p->now_us + (p->rail ? RAIL_DOWN_US : RAIL_UP_US);
        return;
    }
    if (p->now_us >= p->rail_us)
        p->rail = wanted;
}

void plant_tick(struct plant *p, uint64_t now_us)
{
    p->now_us = now_us;
    rail_tick(p);
    motors_tick(p, 1.0);
    slides_tick(p);
    tiles_tick(p, 1.0);
    plant_wires(p);
    monitor_tick(p);
}

static double all_currents(const struct plant *p)
{
    double sum = 0;

    for (uint8_t i = 0; i < MOTORS; i++)
        sum += motor_current(p, i);
    for (uint8_t i = 0; i < SLIDES; i++)
        sum += slide_current(p, i);
    return sum;
}

static double lane_current(const struct plant *p, uint8_t lane)
{
    return motor_current(p, (uint8_t)(1 + lane)) + motor_current(p, (uint8_t)(5 + lane)) +
           slide_current(p, (uint8_t)(4 + lane));
}

/* -1 < x < 1. */
static double noise(const struct plant *p, uint8_t channel, uint8_t what)
{
    return 2 * plant_tremble(p->noise + 16u * channel + what, p->now_us / 1000) - 1;
}

static double measured(const struct plant *p, uint8_t channel)
{
    double ripple = 1 + CURRENT_RIPPLE * noise(p, channel, 0);

    switch (channel) {
    case ADC_DRUM_CURRENT:
        return motor_current(p, 0) * ripple;
    case ADC_LIFT_CURRENT:
        return (motor_current(p, 9) + slide_current(p, 8)) * ripple;
    case ADC_SUPPLY:
        return p->rail ? p->supply_mv - WIRES_OHM * all_currents(p) + SUPPLY_RIPPLE_MV * noise(p, channel, 0) : 0;
    case ADC_TEMPERATURE:
        return p->temperature;
    default:
        return lane_current(p, (uint8_t)(channel - ADC_LANE0_CURRENT)) * ripple;
    }
}

uint16_t plant_analog(const struct plant *p, uint8_t channel)
{
    double value = measured(p, channel) / full_scale[channel] * 1024 + ADC_LSB * noise(p, channel, 1);

    return (uint16_t)(value > 1023 ? 1023 : value > 0 ? value : 0);
}
