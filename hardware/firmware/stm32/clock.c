/* 168 MHz, and not the 180 that the chip can: from 8 MHz all speeds come out whole (core 168, timers 84, line 42), without
 * its overdrive. The wait states are those of a supply above 2.7 V (RM0090, table 11). */
#include "clock.h"

#include "stm32f4.h"

#define LONGEST_SPINS 20000 /* about 8 ms of the 16 MHz that the chip begins with */
#define WAIT_STATES 5u
#define PLL(m, n, p, q) ((m) | (n) << 6 | ((p) / 2 - 1) << 16 | (q) << 24)

static uint32_t wait_for(const reg *at, uint32_t bits)
{
    for (uint32_t spins = LONGEST_SPINS; spins; spins--)
        if (*at & bits)
            return 1;
    return 0;
}

/* The ST-Link gives 8 MHz from its crystal to the pin, no crystal hangs there. The chip's own 16 MHz are within 1 % in a
 * room (DS9405, table 41): enough for the line and for steps. */
void clock_init(void)
{
    FLASH->ACR = WAIT_STATES | FLASH_ACR_CACHES;
    RCC->CR |= RCC_CR_HSEBYP;
    RCC->CR |= RCC_CR_HSEON;
    if (wait_for(&RCC->CR, RCC_CR_HSERDY))
        RCC->PLLCFGR = PLL(8u, 336u, 2u, 7u) | RCC_PLLCFGR_HSE;
    else
        RCC->PLLCFGR = PLL(16u, 336u, 2u, 7u);
    RCC->CR |= RCC_CR_PLLON;
    wait_for(&RCC->CR, RCC_CR_PLLRDY);
    RCC->CFGR = RCC_CFGR_PPRE1_4 | RCC_CFGR_PPRE2_2;
    RCC->CFGR |= RCC_CFGR_SW_PLL;
    wait_for(&RCC->CFGR, RCC_CFGR_SWS_PLL);
    if (RCC->PLLCFGR & RCC_PLLCFGR_HSE)
        RCC->CR |= RCC_CR_CSSON; /* should it fail later: the fault handler (startup.c) */
}
