/* Pulses of one stepper: a trapezoid over a table of intervals, so that the interrupt looks up and
 * never divides. */
#ifndef JANTAKU_STEPPER_H
#define JANTAKU_STEPPER_H

#include "../hal.h"

/* Steps from standstill to the highest speed: 200 at 40,000 steps/s2 is 4,000 steps/s. */
#define RAMP_LENGTH 200

enum ramp { RAMP_STACK, RAMP_LIFT, RAMP_CENTRE, RAMP_COUNT };

enum stepper_state { STEPPER_STILL, STEPPER_MOVING, STEPPER_AT_END };

struct stepper {
    volatile int16_t position; /* steps from home */
    volatile uint16_t left;
    volatile uint8_t index; /* place on the ramp */
    volatile uint8_t state;
    uint8_t cruise; /* place on the ramp that is not exceeded */
    int8_t direction;
    const uint16_t *ramp;
    struct hal_pin end; /* the switch towards which it moves */
};

/* Fills the ramps from the settings; only while nothing moves. */
void stepper_init(void);
/* Starts `steps` (sign is direction) at up to `speed` steps/s; stops by itself at `end`, an input. */
void stepper_start(uint8_t stepper, int16_t steps, uint16_t speed, uint8_t end);
/* Slows down along the ramp. */
void stepper_brake(uint8_t stepper);
/* Stops within one step; above 300 steps/s the position is not to be trusted afterwards. */
void stepper_halt(uint8_t stepper);
void stepper_halt_all(void);
int16_t stepper_position(uint8_t stepper);

/* The step interrupt asks this before each pulse. */
static inline bool stepper_blocked(struct stepper *s)
{
    if ((*s->end.port & s->end.mask) != s->end.asserted)
        return false;
    s->state = STEPPER_AT_END;
    return true;
}

/* After a pulse: timer ticks to the next one, 0 when that was the last. */
static inline uint16_t stepper_advance(struct stepper *s)
{
    uint16_t left = s->left - 1;
    uint8_t index = s->index;

    s->position += s->direction;
    s->left = left;
    if (left == 0) {
        s->state = STEPPER_STILL;
        return 0;
    }
    if (left <= index)
        index = (uint8_t)left - 1;
    else if (index < s->cruise)
        index++;
    s->index = index;
    return s->ramp[index];
}

#endif
