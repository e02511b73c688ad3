#include "plant.h"

#include <string.h>

#define AFTER_STOP_US 50000
#define HOST_LOST_US 2100000
#define PINCH_MS 30
#define LOOK_US 1000
#define SILENT_US 350000  /* of the host: what moves slows down */
#define RUNS_OUT_US 400000 /* from a break until all stands */
#define SOON_US 2500000   /* after a press nobody is surprised */
#define WARNED_US 2000000
#define SETS_OFF_US 1000000
#define TURNS 0.1 /* of full speed: 6 turns per minute */
#define DRUM_COASTS_MS 3500 /* a runaway or coasting drum may turn under an opening hatch for so long */

void monitor_init(struct plant *p)
{
    memset(&p->monitor, 0, sizeof p->monitor);
}

void monitor_press(struct plant *p)
{
    p->monitor.presses = true;
    p->monitor.asked = true;
    p->monitor.asked_us = p->now_us;
}

void monitor_break(struct plant *p)
{
    if (p->monitor.asked)
        p->monitor.broken_us = p->now_us;
    p->monitor.asked = false;
}

void monitor_reset(struct plant *p)
{
    monitor_break(p);
    p->monitor.greeted = false;
    p->monitor.service = false;
}

void monitor_host(struct plant *p)
{
    p->monitor.greeted = true;
    p->monitor.host_us = p->now_us;
}

void monitor_service(struct plant *p, bool on)
{
    p->monitor.service = on;
}

static void unsafe(struct plant *p, uint8_t kind)
{
    if (p->monitor.count[kind]++ == 0)
        p->monitor.first_us[kind] = p->now_us;
}

/* Outputs that make something move. */
static bool moves(uint8_t output)
{
    if (output >= OUT_PICK0_ON && output <= OUT_DICE_ON)
        return true;
    return output == OUT_MOTOR_ENABLE || output == OUT_STACK_ENABLE || output == OUT_LIFT_ENABLE ||
           output == OUT_CENTRE_ENABLE;
}

static bool anything_on(const struct plant *p)
{
    for (uint8_t i = 0; i < OUT_COUNT; i++)
        if (p->output[i] && moves(i))
            return true;
    return false;
}

/* Drum, wheels and belts; the dice spin under their dome. */
static bool motor_on(const struct plant *p)
{
    for (uint8_t i = OUT_PICK0_ON; i < OUT_DICE_ON; i++)
        if (p->output[i])
            return true;
    return false;
}

static void look_at_presses(struct plant *p, bool moving)
{
    const struct monitor *m = &p->monitor;

    if (moving && m->presses && !m->asked && !m->service && p->now_us - m->broken_us > RUNS_OUT_US)
        unsafe(p, UNSAFE_UNASKED);
}

/* Something moves that last moved then. */
static void look_at_warning(struct plant *p, uint64_t *last_us)
{
    const struct monitor *m = &p->monitor;
    bool sets_off = p->now_us - *last_us > SETS_OFF_US;

    *last_us = p->now_us;
    if (sets_off && m->presses && !m->service && p->now_us - m->asked_us > SOON_US &&
        (!m->warned_us || p->now_us - m->warned_us > WARNED_US))
        unsafe(p, UNSAFE_UNWARNED);
}

static bool all_homed(const struct plant *p)
{
    for (uint8_t i = 0; i < SLIDES; i++)
        if (!p->monitor.homed[i])
            return false;
    return true;
}

static void look_at_directions(struct plant *p)
{
    bool both = p->output[OUT_DRUM_FORWARD] && p->output[OUT_DRUM_REVERSE];

    for (uint8_t lane = 0; lane < 4; lane++)
        both |= p->output[OUT_CONV0_FORWARD + lane] && p->output[OUT_CONV0_REVERSE + lane];
    if (both)
        unsafe(p, UNSAFE_BOTH_WAYS);
}

void monitor_output(struct plant *p, uint8_t output, bool on)
{
    struct monitor *m = &p->monitor;
    bool dc = output >= OUT_PICK0_ON && output <= OUT_DRUM_REVERSE;

    if (!on) {
        if (m->stop_us && moves(output) && !anything_on(p) && m->off_us < m->stop_us) {
            m->off_us = p->now_us;
            if (p->now_us - m->stop_us > m->stop_latency_us)
                m->stop_latency_us = (uint32_t)(p->now_us - m->stop_us);
        }
        if (output == OUT_MOTOR_ENABLE)
            memset(m->homed, 0, sizeof m->homed);
        return;
    }
    if (!moves(output))
        return;
    if (!m->greeted)
        unsafe(p, UNSAFE_BEFORE_GREETING);
    if (dc && !m->service && !all_homed(p))
        unsafe(p, UNSAFE_UNHOMED);
    if ((output == OUT_DRUM_FORWARD || output == OUT_DRUM_REVERSE) && hatch_open(p))
        unsafe(p, UNSAFE_DRUM_OPEN);
}

void monitor_step(struct plant *p, uint8_t slide)
{
    static const uint8_t low[3] = {IN_STACK0_HOME, IN_LIFT0_DOWN, IN_CENTRE_DOWN};
    static const uint8_t high[3] = {IN_STACK0_END, IN_LIFT0_UP, IN_CENTRE_UP};
    uint8_t kind = slide < 4 ? 0 : slide < 8 ? 1 : 2, n = slide < 8 ? slide & 3 : 0;
    bool up = p->slide[slide].direction > 0;

    look_at_presses(p, true);
    if (slide >= 4)
        look_at_warning(p, &p->monitor.lift_us);
    look_at_warning(p, &p->monitor.moved_us);
    if (!plant_input(p, (uint8_t)((up ? high : low)[kind] + n))) {
        p->monitor.into_end[slide] = 0;
        return;
    }
    if (++p->monitor.into_end[slide] == 3)
        unsafe(p, UNSAFE_INTO_END);
}

static void look_at_slides(struct plant *p)
{
    struct monitor *m = &p->monitor;

    for (uint8_t i = 0; i < SLIDES; i++) {
        if (p->slide[i].position <= 0 || plant_input(p, (uint8_t)(i < 4   ? IN_STACK0_HOME + i
                                                                  : i < 8 ? IN_LIFT0_DOWN + i - 4
                                                                          : IN_CENTRE_DOWN)))
            m->homed[i] = p->output[OUT_MOTOR_ENABLE];
        m->strained_ms[i] = slide_strained(p, i) ? (uint8_t)(m->strained_ms[i] + (m->strained_ms[i] < 255)) : 0;
        if (m->strained_ms[i] > m->longest_pinch_ms)
            m->longest_pinch_ms = m->strained_ms[i];
        if (slide_force(p, i) > m->most_force_n)
            m->most_force_n = slide_force(p, i);
        if (m->strained_ms[i] == PINCH_MS + 1)
            unsafe(p, UNSAFE_PINCH);
    }
}

/* The stop counts from the wire, so a sensor that lies is not held against the firmware; at the earliest, it
 * came just after the last look. */
static void look_at_stops(struct plant *p)
{
    struct monitor *m = &p->monitor;
    bool stop = (p->estop && (plant_input(p, IN_ESTOP) || plant_bounces(p, IN_ESTOP))) ||
                (p->lid_open && (plant_input(p, IN_LID_OPEN) || plant_bounces(p, IN_LID_OPEN)));

    if (stop && !m->stop_us) {
        m->stop_us = p->now_us - LOOK_US;
        m->off_us = 0;
    }
    if (!stop)
        m->stop_us = 0;
    if (stop || (m->greeted && p->now_us - m->host_us > SILENT_US))
        monitor_break(p);
    if (stop && p->now_us - m->stop_us > AFTER_STOP_US && anything_on(p))
        unsafe(p, UNSAFE_AFTER_STOP);
    if (m->greeted && p->now_us - m->host_us > HOST_LOST_US && anything_on(p))
        unsafe(p, UNSAFE_HOST_LOST);
}

static void look_at_drum(struct plant *p)
{
    struct monitor *m = &p->monitor;
    double speed = p->motor[0].speed;

    if ((p->output[OUT_DRUM_FORWARD] || p->output[OUT_DRUM_REVERSE]) && hatch_open(p))
        unsafe(p, UNSAFE_DRUM_OPEN);
    m->drum_ms = hatch_open(p) && (speed > TURNS || speed < -TURNS) ? (uint16_t)(m->drum_ms + 1) : 0;
    if (m->drum_ms == DRUM_COASTS_MS)
        unsafe(p, UNSAFE_DRUM_OPEN);
    m->coast_ms = p->lid_open && (speed > TURNS || speed < -TURNS) ? (uint16_t)(m->coast_ms + 1) : 0;
    if (m->coast_ms > m->longest_coast_ms)
        m->longest_coast_ms = m->coast_ms;
}

static void look_at_tiles(struct plant *p)
{
    uint16_t held = 0, placed = 0;

    if (p->now_us / 1000 % 100)
        return;
    for (uint8_t lane = 0; lane < 4; lane++)
        held = (uint16_t)(held + p->lane[lane].count + p->lane[lane].in_cup + p->row[lane]);
    for (uint16_t i = 0; i < p->tiles; i++)
        placed += p->tile[i].place == PLACE_LANE || p->tile[i].place == PLACE_CUP || p->tile[i].place == PLACE_ROW;
    if (held != placed)
        unsafe(p, UNSAFE_TILES_LOST);
}

void monitor_tick(struct plant *p)
{
    look_at_slides(p);
    look_at_stops(p);
    look_at_drum(p);
    look_at_directions(p);
    look_at_presses(p, motor_on(p) || p->output[OUT_DICE_ON]);
    if (motor_on(p))
        look_at_warning(p, &p->monitor.moved_us);
    if (p->output[OUT_BUZZER] && p->output[OUT_LAMP_STATUS])
        p->monitor.warned_us = p->now_us;
    look_at_tiles(p);
}

uint32_t monitor_violations(const struct plant *p, uint8_t kind)
{
    return p->monitor.count[kind];
}

uint32_t monitor_stop_latency_us(const struct plant *p)
{
    return p->monitor.stop_latency_us;
}

uint16_t monitor_longest_pinch_ms(const struct plant *p)
{
    return p->monitor.longest_pinch_ms;
}

double monitor_most_force_n(const struct plant *p)
{
    return p->monitor.most_force_n;
}

uint16_t monitor_longest_coast_ms(const struct plant *p)
{
    return p->monitor.longest_coast_ms;
}
