/* Pulses of one stepper: a trapezoid over a table of intervals, so that the interrupt looks up and
 * never divides. */
#ifndef JANTAKU_STEPPER_H
#define JANTAKU_STEPPER_H

#include "../../hal.h"
#include "../base/memory.h"

/* Steps from standstill to the highest speed: 200 at 40,000 steps/s2 is 4,000 steps/s. */
#define RAMP_LENGTH 200

enum ramp { RAMP_STACK, RAMP_LIFT, RAMP_CENTRE, RAMP_COUNT };

enum stepper_state { STEPPER_STILL, STEPPER_MOVING, STEPPER_AT_END };

struct stepper {
    int16_t origin; /* steps from home at the end of the move */
    volatile uint16_t left; /* steps, when the present run began */
    volatile uint8_t run;  /* steps of one interval ... */
    volatile uint8_t same; /* ... and how many of them are left */
    uint16_t interval;
    volatile uint8_t index; /* place on the ramp */
    volatile uint8_t state;
    uint8_t cruise; /* place on the ramp that is not exceeded */
    int8_t direction;
    const uint16_t *ramp;
    struct hal_pin end; /* the switch towards which it moves */
    bool homed; /* its position can be relied on */
};

struct intervals {
    uint16_t at[RAMP_LENGTH]; /* timer ticks */
};

REMEMBERS(struct stepper, steppers, STEPPER_COUNT);
REMEMBERS(struct intervals, ramps, RAMP_COUNT);

/* Fills the ramps from the settings; only while nothing moves. */
void stepper_init(void);
/* Starts `steps` (sign is direction) at up to `speed` steps/s; stops by itself at `end`, an input. */
void stepper_start(uint8_t stepper, int16_t steps, uint16_t speed, uint8_t end);
/* Slows down along the ramp. */
void stepper_brake(uint8_t stepper);
void stepper_brake_all(void);
/* Stops within one step; above 300 steps/s the position is not to be trusted afterwards. */
void stepper_halt(uint8_t stepper);
void stepper_halt_all(void);
int16_t stepper_position(uint8_t stepper);
/* Says where it is; only while it stands. */
void stepper_set_position(uint8_t stepper, int16_t position);
void stepper_forget_all(void);
bool stepper_homed_all(void);

/* In the interrupt, where a call would double the cost. */
#define STEPPER_INLINE static inline __attribute__((always_inline))

/* The step interrupt asks this before each pulse. */
STEPPER_INLINE bool stepper_blocked(struct stepper *s)
{
    if ((*s->end.port & s->end.mask) != s->end.asserted)
        return false;
    s->state = STEPPER_AT_END;
    return true;
}

/* After a pulse: timer ticks to the next one, 0 when that was the last. While it cruises, only `same` and
 * the interval are touched. */
STEPPER_INLINE uint16_t stepper_advance(struct stepper *s)
{
    uint8_t index = s->index;

    if (--s->same)
        return s->interval;
    s->left -= s->run;
    if (s->left <= index) {
        if (s->left == 0) {
            s->run = 0;
            s->state = STEPPER_STILL;
            return 0;
        }
        index--;
    } else if (index < s->cruise) {
        index++;
    }
    s->run = 1;
    if (index == s->cruise && s->left > index)
        s->run = s->left - index < UINT8_MAX ? (uint8_t)(s->left - index) : UINT8_MAX;
    s->same = s->run;
    s->index = index;
    return s->interval = s->ramp[index];
}

#endif
