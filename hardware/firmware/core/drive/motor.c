#include "motor.h"

#include "../base/clocks.h"
#include "../base/config.h"
#include "power.h"

REMEMBERED(struct motor, motors, MOTOR_COUNT);

/* Before the other direction: the motor's field has to go down (estimate). */
#define REST_MS 100
#define TURN_MS 2 /* each motor is looked at so often */

/* Forward and reverse output per motor; a motor of one direction has the same twice. */
static const uint8_t outputs[MOTOR_COUNT][2] = {
    {OUT_DRUM_FORWARD, OUT_DRUM_REVERSE},   {OUT_PICK0_ON, OUT_PICK0_ON},
    {OUT_PICK1_ON, OUT_PICK1_ON},           {OUT_PICK2_ON, OUT_PICK2_ON},
    {OUT_PICK3_ON, OUT_PICK3_ON},           {OUT_CONV0_FORWARD, OUT_CONV0_REVERSE},
    {OUT_CONV1_FORWARD, OUT_CONV1_REVERSE}, {OUT_CONV2_FORWARD, OUT_CONV2_REVERSE},
    {OUT_CONV3_FORWARD, OUT_CONV3_REVERSE}, {OUT_DICE_ON, OUT_DICE_ON},
};

static uint8_t index_of(uint8_t axis)
{
    return axis == AXIS_DICE ? MOTOR_COUNT - 1 : axis;
}

const struct motor *motor_of(uint8_t axis)
{
    return &motors[index_of(axis)];
}

void motor_run(uint8_t axis, int8_t direction, bool slow)
{
    struct motor *m = &motors[index_of(axis)];

    m->wanted = direction;
    m->slow = slow;
}

void motor_stop(uint8_t axis)
{
    motors[index_of(axis)].wanted = 0;
}

static void apply(uint8_t i, int8_t direction)
{
    motors[i].applied = direction;
    motors[i].steady_ms = 0;
    hal_write(outputs[i][0], false);
    hal_write(outputs[i][1], false);
    if (direction)
        hal_write(outputs[i][direction < 0], true);
}

void motor_stop_all(void)
{
    for (uint8_t i = 0; i < MOTOR_COUNT; i++)
        motors[i].wanted = 0;
}

void motor_all_off(void)
{
    motor_stop_all();
    for (uint8_t i = 0; i < MOTOR_COUNT; i++)
        apply(i, 0);
    hal_latch();
    hal_pwm(OUT_DRUM_PWM, 0);
    hal_pwm(OUT_CONV_PWM, 0);
    hal_pwm(OUT_PICK_PWM, 0);
}

static void change(uint8_t i, int8_t wanted)
{
    if (motors[i].applied)
        apply(i, 0);
    else if (motors[i].steady_ms >= REST_MS && power_take_start())
        apply(i, wanted);
}

/* One duty serves a group: it is slow while one of its motors wants that. */
static void drive(uint8_t output, uint8_t first, uint8_t count, uint8_t normal, uint8_t slow)
{
    bool any_slow = false, any = false;

    for (uint8_t i = first; i < first + count; i++) {
        any |= motors[i].applied != 0;
        any_slow |= motors[i].applied && motors[i].slow;
    }
    hal_pwm(output, any ? (uint8_t)((uint16_t)setting(any_slow ? slow : normal) * 255U / 100) : 0);
}

void motor_tick(bool allowed)
{
    for (uint8_t i = (uint8_t)(clocks->now % TURN_MS); i < MOTOR_COUNT; i += TURN_MS) {
        struct motor *m = &motors[i];
        int8_t wanted = allowed ? m->wanted : 0;

        if (m->steady_ms < UINT16_MAX - TURN_MS)
            m->steady_ms += TURN_MS;
        if (wanted != m->applied)
            change(i, wanted);
    }
    hal_latch();
    /* One group a millisecond: what they ask for changes in tens of them. */
    switch (clocks->now % 4) {
    case 0:
        drive(OUT_DRUM_PWM, AXIS_DRUM, 1, SET_DRUM_DUTY, SET_DRUM_SLOW_DUTY);
        break;
    case 1:
        drive(OUT_PICK_PWM, AXIS_PICK0, LANES, SET_PICK_DUTY, SET_PICK_DUTY);
        break;
    case 2:
        drive(OUT_CONV_PWM, AXIS_CONV0, LANES, SET_CONV_DUTY, SET_CONV_SLOW_DUTY);
        break;
    default:
        break;
    }
}
