/* The step interrupts: timers 3, 4 and 5 at 2 MHz, one compare channel per stepper. The pins are set by the program, so
 * that a switch is asked before each pulse. */
#include "../core/drive/stepper.h"
#include "startup.h"
#include "steps.h"
#include "stm32f4.h"

/* Timer ticks that a pulse is high: 2 us or more, what the slowest common driver (DRV8825) asks for is 1.9. */
#define PULSE_TICKS 5
#define LONGEST_SPINS 200 /* a timer that stands must not hold the processor */

struct stepping {
    struct timer *timer;
    uint8_t channel; /* 1 to 4 */
    struct gpio *port;
    uint16_t mask;
};

enum {
#define X(name, letter, bit, high, safe) BIT_OF_##name = (bit), HIGH_OF_##name = (high),
    OUTPUTS_DIRECT(X)
#undef X
};
#define X(name, letter, bit, high, safe) static struct gpio *const port_of_##name __attribute__((unused)) = GPIO##letter;
OUTPUTS_DIRECT(X)
#undef X

#define X(axis, timer, channel, step, dir) {TIM##timer, channel, port_of_##step, 1u << BIT_OF_##step},
static const struct stepping stepping[STEPPER_COUNT] = {STEPPERS(X)};
#undef X
#define X(axis, timer, channel, step, dir) _Static_assert(HIGH_OF_##step, "a pulse is high");
STEPPERS(X)
#undef X

static void start_timer(struct timer *timer)
{
    timer->PSC = CLOCK_HZ / 2 / STEP_TICKS_PER_S - 1; /* timers of APB1 run at twice its clock, half the core's */
    timer->ARR = UINT16_MAX;
    timer->EGR = TIM_EGR_UG;
    timer->SR = 0;
    timer->CR1 = TIM_CR1_CEN;
}

void steps_init(void)
{
    start_timer(TIM3);
    start_timer(TIM4);
    start_timer(TIM5);
}

static uint16_t pulse(const struct stepping *at, struct stepper *s)
{
    uint16_t begun = (uint16_t)at->timer->CNT, next;

    at->port->BSRR = at->mask;
    next = stepper_advance(s);
    for (uint8_t spins = LONGEST_SPINS; spins; spins--)
        if ((uint16_t)(at->timer->CNT - begun) >= PULSE_TICKS)
            break;
    at->port->BSRR = (uint32_t)at->mask << 16;
    return next;
}

static void step(uint8_t i)
{
    const struct stepping *at = &stepping[i];
    struct timer *timer = at->timer;
    uint16_t next = 0;

    if (!(timer->SR & timer->DIER & TIM_CC(at->channel)))
        return;
    timer->SR = ~TIM_CC(at->channel);
    if (!stepper_blocked(&steppers[i]))
        next = pulse(at, &steppers[i]);
    if (next)
        timer->CCR[at->channel - 1] = (uint16_t)(timer->CCR[at->channel - 1] + next);
    else
        timer->DIER &= ~TIM_CC(at->channel);
}

#define X(axis, timer, channel, step_output, dir)                                                                    \
    if ((timer) == NUMBER)                                                                                           \
        step(AXIS_##axis - AXIS_STACK0);
void on_timer3(void)
{
#define NUMBER 3
    STEPPERS(X)
#undef NUMBER
}

void on_timer4(void)
{
#define NUMBER 4
    STEPPERS(X)
#undef NUMBER
}

void on_timer5(void)
{
#define NUMBER 5
    STEPPERS(X)
#undef NUMBER
}
#undef X

void hal_step_start(uint8_t stepper, uint16_t interval)
{
    const struct stepping *at = &stepping[stepper];
    uint32_t state = lock();

    at->timer->CCR[at->channel - 1] = (uint16_t)(at->timer->CNT + interval);
    at->timer->SR = ~TIM_CC(at->channel);
    at->timer->DIER |= TIM_CC(at->channel);
    unlock(state);
}

void hal_step_stop(uint8_t stepper)
{
    const struct stepping *at = &stepping[stepper];
    uint32_t state = lock();

    at->timer->DIER &= ~TIM_CC(at->channel);
    unlock(state);
}
