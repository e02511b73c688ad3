/* The ten direct current motors: wanted is what a sequence asks for, applied is what the wires carry. */
#ifndef JANTAKU_MOTOR_H
#define JANTAKU_MOTOR_H

#include "../../hal.h"
#include "../base/memory.h"

#define MOTOR_COUNT 10 /* DRUM, PICK, CONV in the order of their axes, then DICE */

struct motor {
    int8_t wanted; /* 1, 0, -1 */
    int8_t applied;
    bool slow;
    uint16_t steady_ms; /* since `applied` changed */
};

REMEMBERS(struct motor, motors, MOTOR_COUNT);

/* Direction 1, 0 or -1; slow or normal duty of its group. */
void motor_run(uint8_t axis, int8_t direction, bool slow);
void motor_stop(uint8_t axis);
/* Wanted and applied, at once. */
void motor_all_off(void);
/* Nothing is wanted any more; motors run down. */
void motor_stop_all(void);
/* Applies what is wanted, where motion is allowed. */
void motor_tick(bool allowed);
const struct motor *motor_of(uint8_t axis);

#endif
