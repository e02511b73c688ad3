/* The HAL on the STM32F429ZI at 168 MHz: time, watchdogs, resets, and what outlives the supply. Timers 3 to 5 step, timer 1 makes
 * the pulse widths, the core's own timer the millisecond. */
#include "../hal.h"
#include "clock.h"
#include "converter.h"
#include "flash.h"
#include "pins.h"
#include "serial.h"
#include "startup.h"
#include "steps.h"
#include "stm32f4.h"
#include "store.h"

#define UNTOUCHED 0xc5
#define LONGEST_ERASE_MS 1500 /* of 0.5 s; a flash that is worn out does not hold the machine up for ever */
#define TICK_CYCLES (CLOCK_HZ / 1000)
/* 39 periods of 4096 x 8 cycles of 42 MHz: 30.4 ms, less than an emergency stop may take, should the main loop hang then. */
#define WWDG_SLOWEST (0x7fu | 3u << 7)
#define WWDG_KICK (0x80u | (0x3fu + 39u))
/* Should the clock itself stand: 30 to 83 ms by an oscillator of its own, 17 to 47 kHz. */
#define IWDG_START 0xccccu
#define IWDG_OPEN 0x5555u
#define IWDG_KICK 0xaaaau
#define IWDG_RELOAD 353u

static volatile uint8_t ticks;
static volatile uint32_t milliseconds;
static uint32_t reset_flags;
static bool keeps;
extern uint8_t stack_bottom[];

static void init_clocks(void)
{
    clock_init();
    RCC->AHB1ENR |= RCC_AHB1ENR_PORTS | RCC_AHB1ENR_DMA2;
    RCC->APB1ENR |= RCC_APB1ENR_TIM3 | RCC_APB1ENR_TIM4 | RCC_APB1ENR_TIM5 | RCC_APB1ENR_WWDG | RCC_APB1ENR_SPI3 |
                    RCC_APB1ENR_USART3;
    RCC->APB2ENR |= RCC_APB2ENR_TIM1 | RCC_APB2ENR_ADC1;
    (void)RCC->APB2ENR; /* a peripheral is there two cycles later */
}

/* Both run until the next reset. */
static void init_watchdogs(void)
{
    IWDG->KR = IWDG_START;
    IWDG->KR = IWDG_OPEN;
    IWDG->PR = 0;
    IWDG->RLR = IWDG_RELOAD;
    IWDG->KR = IWDG_KICK;
    WWDG->CFR = WWDG_SLOWEST;
    WWDG->CR = WWDG_KICK;
}

static void enable(uint8_t irq, uint8_t priority)
{
    NVIC_IPR[irq] = (uint8_t)(priority << 4);
    NVIC_ISER[irq >> 5] = 1u << (irq & 31);
}

/* Steps before the tick, the tick before bytes. */
static void init_interrupts(void)
{
    enable(IRQ_TIM3, 0);
    enable(IRQ_TIM4, 0);
    enable(IRQ_TIM5, 0);
    SCB_SHPR[11] = 1 << 4;
    enable(IRQ_USART3, 2);
    SYSTICK->LOAD = TICK_CYCLES - 1;
    SYSTICK->VAL = 0;
    SYSTICK->CTRL = SYSTICK_CTRL_ON;
}

static void paint_stack(void)
{
    uint8_t *here = __builtin_frame_address(0);

    for (uint8_t *p = stack_bottom; p < here - 64; p++)
        *p = UNTOUCHED;
}

/* Once in hundreds of starts, and on a new chip: half a second. */
static void prepare_store(void)
{
    while (milliseconds < LONGEST_ERASE_MS && !store_ready()) {
        hal_watchdog_kick();
        hal_sleep();
    }
    hal_ticks();
}

void hal_init(void)
{
    hal_lock();
    reset_flags = RCC->CSR;
    RCC->CSR |= RCC_CSR_RMVF;
    paint_stack();
    init_clocks();
    flash_set_brownout();
    init_watchdogs();
    pins_init();
    steps_init();
    converter_init();
    serial_init();
    keeps = flash_has_banks();
    if (keeps)
        store_init();
    hal_latch();
    init_interrupts();
    hal_unlock();
    if (keeps)
        prepare_store();
}

/* Power sets the flag of the brown-out, too, and every reset that of the pin. One that the program asked for counts as one
 * from outside: nothing was wrong. */
enum reset_cause hal_reset_cause(void)
{
    if (reset_flags & (RCC_CSR_WWDGRSTF | RCC_CSR_IWDGRSTF))
        return RESET_CAUSE_WATCHDOG;
    if (reset_flags & RCC_CSR_PORRSTF)
        return RESET_CAUSE_POWER;
    return (reset_flags & RCC_CSR_BORRSTF) ? RESET_CAUSE_BROWNOUT : RESET_CAUSE_EXTERNAL;
}

void hal_watchdog_kick(void)
{
    IWDG->KR = IWDG_KICK;
    WWDG->CR = WWDG_KICK;
}

/* There is none of ours: the ST-Link on the board writes the chip whatever runs. The firmware begins anew. */
void hal_enter_bootloader(void)
{
    hal_lock();
    SCB_AIRCR = SCB_AIRCR_RESET;
    for (;;)
        ;
}

uint16_t hal_free_ram(void)
{
    const uint8_t *p = stack_bottom, *here = __builtin_frame_address(0);

    while (p < here && *p == UNTOUCHED)
        p++;
    return (uint16_t)(p - stack_bottom);
}

void on_tick(void)
{
    awake = true;
    ticks++;
    milliseconds++;
    if (milliseconds % 2 == 0)
        converter_start();
}

uint32_t hal_micros(void)
{
    uint32_t state = lock(), ms = milliseconds, left = SYSTICK->VAL;

    if (SCB_ICSR & SCB_ICSR_PENDSTSET) {
        left = SYSTICK->VAL;
        ms++;
    }
    unlock(state);
    return ms * 1000 + (TICK_CYCLES - 1 - left) / (TICK_CYCLES / 1000);
}

uint8_t hal_ticks(void)
{
    uint32_t state = lock();
    uint8_t passed = ticks;

    ticks = 0;
    unlock(state);
    return passed;
}

/* A pending interrupt ends the sleep also while it is kept out, so none slips in between. */
void hal_sleep(void)
{
    hal_lock();
    while (!awake) {
        __asm volatile("wfi");
        hal_unlock();
        __asm volatile("isb");
        hal_lock();
    }
    awake = false;
    hal_unlock();
}

void hal_lock(void)
{
    __asm volatile("cpsid i" ::: "memory");
}

void hal_unlock(void)
{
    __asm volatile("cpsie i" ::: "memory");
}

/* A chip of another kind has no second bank: it remembers nothing, and its counters begin anew. */
uint8_t hal_eeprom_read(uint16_t address)
{
    return keeps ? store_read(address) : 0xff;
}

bool hal_eeprom_write(uint16_t address, uint8_t byte)
{
    return keeps && store_write(address, byte);
}
