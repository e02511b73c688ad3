/* What the firmware asks of the chip, and all it asks. avr/ answers on the ATmega2560, stm32/ on the STM32F429ZI,
 * hardware/sim/native.c on the host. Numbers of signals and axes come from gen/pins.h, and are the same for every
 * board; levels are logical: true means that the name of the signal is true, whatever the wire carries. */
#ifndef JANTAKU_HAL_H
#define JANTAKU_HAL_H

#include <stdbool.h>
#include <stdint.h>

#include "gen/boot.h"
#include "gen/messages.h"
#ifdef STM32
#include "gen/nucleo/pins.h"
#else
#include "gen/pins.h"
#endif

#define STEPPER_COUNT 9
#define STEP_TICKS_PER_S 2000000UL /* 16 MHz divided by 8, 84 MHz divided by 42 */

/* Constant tables stay in flash on the AVR, whose data memory is small. */
#ifdef __AVR__
#include <avr/pgmspace.h>
#define HAL_FLASH PROGMEM
#define hal_flash_copy memcpy_P
#else
#include <string.h>
#define HAL_FLASH
#define hal_flash_copy memcpy
#endif

#ifdef HOST
#define HAL_BUILD BUILD_NATIVE
#elif defined(STM32)
#define HAL_BUILD BUILD_STM32
#else
#define HAL_BUILD BUILD_AVR
#endif

#define INPUT_BYTES ((IN_COUNT + 7) / 8)

/* An end switch as the step interrupt reads it: no table, no call. */
struct hal_pin {
    const volatile uint8_t *port;
    uint8_t mask;
    uint8_t asserted; /* value of the masked port that means asserted */
};

void hal_init(void);
enum reset_cause hal_reset_cause(void);
void hal_watchdog_kick(void);
/* Leaves the firmware for the bootloader, by a reset: it does not return on a chip. */
void hal_enter_bootloader(void);

/* Bytes between the variables and the stack that nothing has touched. */
uint16_t hal_free_ram(void);

/* Microseconds since the start; wraps after 71 minutes. */
uint32_t hal_micros(void);
/* Milliseconds of the 1 kHz tick that have passed since the last call, 0 if none. */
uint8_t hal_ticks(void);
/* Sleeps until a tick or a byte waits. */
void hal_sleep(void);
void hal_lock(void);
void hal_unlock(void);

/* Reads all inputs: bit n of the bytes is input n, 1 for asserted. */
void hal_read_inputs(uint8_t words[INPUT_BYTES]);
struct hal_pin hal_pin(uint8_t input);
/* Outputs of the shift registers take effect with hal_latch. */
void hal_write(uint8_t output, bool on);
void hal_latch(void);
void hal_pwm(uint8_t output, uint8_t duty);
/* Last conversion, 0..1023. All channels are converted every two milliseconds. */
uint16_t hal_analog(uint8_t channel);

/* The step interrupt of a stepper (0..8) comes after `interval` timer ticks, and then as often as
 * stepper_advance says. */
void hal_step_start(uint8_t stepper, uint16_t interval);
void hal_step_stop(uint8_t stepper);

/* Next byte received, or -1. */
int16_t hal_receive(void);
/* False when the transmit buffer has no room for `size` bytes; then nothing is sent. */
bool hal_send(const uint8_t *bytes, uint8_t size);

uint8_t hal_eeprom_read(uint16_t address);
/* False while the last write (3.3 ms) is under way; then nothing is written. */
bool hal_eeprom_write(uint16_t address, uint8_t byte);

#endif
