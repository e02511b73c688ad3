/* An STM32F429ZI around Unicorn's processor: what of its peripherals the firmware uses, as RM0090 describes them, with numbers of
 * its own and not those of the firmware's header. Time is the core's cycles. Test equipment only: linked to Unicorn it is under
 * that library's licence. */
#ifndef JANTAKU_SIM_STM32_CHIP_H
#define JANTAKU_SIM_STM32_CHIP_H

#include <unicorn/unicorn.h>

/* Before the plant, which takes the other board's: signals have the same numbers in both, only their pins differ. */
#include "../../firmware/gen/nucleo/pins.h"

#include "stm32.h"

#define MHZ 168
#define US(n) ((uint64_t)(n) * MHZ)
#define NEVER UINT64_MAX
#define IO_BASE 0x40000000u
#define IO_BYTES 0x30000u
#define BANK2_BASE 0x08100000u
#define SECTOR_WORDS 4096u
#define FLASH_BASE 0x08000000u
#define FLASH_BYTES 0x100000u
#define TRAP 0x60000000u /* where an interrupt returns to, and a program that hangs */
#define SPIN (TRAP + 0x10)
#define LINE 8192

enum irq { IRQ_TIM3, IRQ_TIM4, IRQ_TIM5, IRQ_TICK, IRQ_USART3, IRQS };

struct timer_model {
    bool on;
    uint64_t base; /* when it counted 0 */
    uint32_t tick; /* cycles of one count */
    uint64_t due[4];
};

struct line_model {
    struct {
        uint8_t value;
        uint64_t at_us;
    } sent[LINE];
    uint8_t coming[LINE];
    uint32_t sent_head, sent_count, coming_head, coming_count;
    uint64_t coming_due, shift_due; /* a byte has come; the byte on the wire is through */
    uint16_t shifting, waiting;     /* byte, or NO_BYTE */
    uint8_t received;
    bool has_received;
};
#define NO_BYTE 0x100

struct sim {
    uc_engine *uc;
    struct plant plant;
    uint64_t cycles, asleep, next;
    uint32_t io[IO_BYTES / 4];
    uint32_t bank2[2][SECTOR_WORDS];
    uint64_t plant_due, adc_due, tick_due, flash_until, wwdg_due, iwdg_due, spi_until;
    uint32_t idr[9]; /* levels outside, per port */
    bool dma_done, iwdg_open, tick_pending, tick_on;
    uint32_t tick_load;
    uint8_t keys, option_keys; /* of the flash that were right so far */
    uint32_t options; /* the register that the option bytes fill at a reset */
    struct timer_model timer[3];
    struct line_model line;
    uint32_t in_chain; /* three 74HC165: the top byte comes first */
    uint16_t out_chain;
    bool load, latch; /* levels of these lines */
    uint8_t spi_received;
    bool spi_has;
    uint8_t priority[IRQS];
    bool enabled[IRQS];
    uint8_t active[8], depth; /* priorities of the interrupts under way */
    bool wanted;  /* an interrupt may come as soon as none is kept out */
    bool stopped, sleeping, hung, restart, faulted;
    uint8_t restart_cause;
    bool dead;
    bool no_crystal, no_converter; /* what is broken */
};

/* Registers: chip.c. */
uint64_t chip_read(struct sim *sim, uint32_t address);
void chip_write(struct sim *sim, uint32_t address, uint32_t value);
uint32_t *chip_word(struct sim *sim, uint32_t address);
void chip_reset_registers(struct sim *sim, uint8_t cause);
/* What is not as the chip would need it: says so and stands. */
void chip_refuse(struct sim *sim, const char *why, uint32_t address);

/* The processor: unicorn.c. */
bool core_open(struct sim *sim);
uint32_t core_get(struct sim *sim, int reg);
void core_set(struct sim *sim, int reg, uint32_t value);
/* The most urgent interrupt that may come now; IRQS for none. */
enum irq core_wants(struct sim *sim);
void core_enter(struct sim *sim, enum irq irq);
void core_leave(struct sim *sim);
/* The processor's own fault; a second one locks it up. */
void core_fault(struct sim *sim, const char *why);
/* Whether one waits, for the next block of instructions. */
void core_look(struct sim *sim);

/* Wires to the plant: wires.c. */
void wires_outputs(struct sim *sim, uint8_t port);
void wires_inputs(struct sim *sim);
void wires_release(struct sim *sim);
void wires_plant_tick(struct sim *sim);
void wires_load(struct sim *sim);
void wires_latch(struct sim *sim);
uint8_t wires_exchange(struct sim *sim, uint8_t byte);
void wires_convert(struct sim *sim);

/* Timers and the serial line: timed.c. */
void timer_schedule(struct sim *sim, uint8_t timer, uint8_t channel);
void timer_write(struct sim *sim, uint8_t timer, uint32_t offset, uint32_t value);
uint32_t timer_count(const struct sim *sim, uint8_t timer);
void timer_event(struct sim *sim, uint8_t timer);
void line_write(struct sim *sim, uint8_t byte);
uint8_t line_read(struct sim *sim);
uint32_t line_status(const struct sim *sim);
void line_event(struct sim *sim);

/* Flash and watchdogs: kept.c. */
void flash_control(struct sim *sim, uint32_t value);
void flash_key(struct sim *sim, uint32_t value);
void flash_store(struct sim *sim, uint32_t address, uint32_t value);
void flash_option_key(struct sim *sim, uint32_t value);
void flash_options(struct sim *sim, uint32_t value);
void wwdg_write(struct sim *sim, uint32_t value);
void iwdg_write(struct sim *sim, uint32_t value);

#endif
