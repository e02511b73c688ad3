/* The timers of the steppers, and interrupts kept out for a moment. */
#ifndef JANTAKU_STEPS_H
#define JANTAKU_STEPS_H

#include <stdint.h>

void steps_init(void);

/* Interrupts off; gives what `unlock` wants. */
static inline uint32_t lock(void)
{
    uint32_t state;

    __asm volatile("mrs %0, primask\n cpsid i" : "=r"(state)::"memory");
    return state;
}

static inline void unlock(uint32_t state)
{
    __asm volatile("msr primask, %0" ::"r"(state) : "memory");
}

#endif
