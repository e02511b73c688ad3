/* From the reset to main, and what happens when the processor meets a fault. */
#include "startup.h"

#include "../hal.h"
#include "stm32f4.h"

extern uint32_t data_image[], data_begin[], data_end[], bss_begin[], bss_end[], stack_top[];

void __attribute__((noreturn, used, externally_visible)) reset(void)
{
    const uint32_t *from = data_image;

    /* The linker's marks (link.ld) lie in one memory, which the checker cannot know. */
    // cppcheck-suppress comparePointers
    for (uint32_t *to = data_begin; to < data_end; to++)
        *to = *from++;
    // cppcheck-suppress comparePointers
    for (uint32_t *to = bss_begin; to < bss_end; to++)
        *to = 0;
    main();
    fail();
}

/* A fault of the processor, a clock that failed, an interrupt that nobody expects: everything off, and what waits for the
 * watchdog is a machine that hung (E02). */
void __attribute__((noreturn, used, externally_visible)) fail(void)
{
    hal_lock();
    RCC->AHB1ENR |= RCC_AHB1ENR_PORTS;
    RCC->APB2ENR |= RCC_APB2ENR_TIM1;
    TIM1->BDTR = 0;
#define X(name, letter, bit, high, safe) GPIO##letter->BSRR = 1u << ((safe) ? (bit) : (bit) + 16);
    OUTPUTS_DIRECT(X)
#undef X
    for (;;)
        ;
}

/* 16 of the core, then the chip's (RM0090, table 62). */
static const struct {
    // cppcheck-suppress unusedStructMember
    uint32_t *stack;
    // cppcheck-suppress unusedStructMember
    void (*handler[15 + IRQ_COUNT])(void);
} vectors __attribute__((section(".vectors"), used)) = {
    stack_top,
    {
        [0] = reset,
        [1 ... 13] = fail,
        [14] = on_tick,
        [15 ... 15 + IRQ_TIM3 - 1] = fail,
        [15 + IRQ_TIM3] = on_timer3,
        [15 + IRQ_TIM4] = on_timer4,
        [15 + IRQ_TIM4 + 1 ... 15 + IRQ_USART3 - 1] = fail,
        [15 + IRQ_USART3] = on_serial,
        [15 + IRQ_USART3 + 1 ... 15 + IRQ_TIM5 - 1] = fail,
        [15 + IRQ_TIM5] = on_timer5,
    },
};
