/* The HAL on the ATmega2560 at 16 MHz. Timers 1, 3 and 4 step (one compare channel per stepper), timer 5
 * makes the three PWMs, timer 0 the millisecond. Pins are never toggled by writing PINx:
 * a simulator that the tests use gets that wrong. */
#include <avr/cpufunc.h>
#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <string.h>

#include "../boot/request.h"
#include "../hal.h"
#include "serial.h"

#define CHANNELS 8
#define UNTOUCHED 0xc5

struct place {
    volatile uint8_t *port;
    uint8_t mask;
    uint8_t high; /* the level that means true */
};

#define X(name, port_letter, bit, high, pull, lane, axis) {&PIN##port_letter, 1 << (bit), high},
static const struct place PROGMEM direct_inputs[] = {INPUTS_DIRECT(X)};
#undef X
#define X(name, port_letter, bit, high, pull, lane, axis) IN_##name,
static const uint8_t PROGMEM direct_input_ids[] = {INPUTS_DIRECT(X)};
#undef X
#define X(name, port_letter, bit, high, safe) [OUT_##name] = {&PORT##port_letter, 1 << (bit), high},
#define Y(name, place, high) [OUT_##name] = {0, place, high},
static const struct place PROGMEM outputs[OUT_COUNT] = {OUTPUTS_DIRECT(X) OUTPUTS_SHIFTED(Y)};
#undef X
#undef Y

static volatile uint8_t ticks;
static volatile uint32_t milliseconds;
static volatile uint16_t conversions[CHANNELS];
static uint8_t chain[CHAIN_OUT_BYTES];
/* Kept from before main, when the registers of the reset are still whole. */
static uint8_t reset_flags __attribute__((section(".noinit")));
extern uint8_t _end;

/* The watchdog stays on after its own reset, and runs when the bootloader hands over: it has to be stopped before
 * the variables are set up. The bootloader leaves the flags of the reset as they are. */
static void __attribute__((naked, used, section(".init3"))) before_main(void)
{
    reset_flags = MCUSR;
    MCUSR = 0;
    wdt_disable();
}

static void init_pins(void)
{
#define X(name, letter, bit, high, pull, lane, axis)                                                                 \
    if (pull)                                                                                                        \
        PORT##letter |= 1 << (bit);
    INPUTS_DIRECT(X)
#undef X
    /* The level first, then the direction: no output is ever active for an instant. */
#define X(name, letter, bit, high, safe)                                                                             \
    if (safe)                                                                                                        \
        PORT##letter |= 1 << (bit);                                                                                  \
    DDR##letter |= 1 << (bit);
    OUTPUTS_DIRECT(X)
#undef X
#define X(name, letter, bit, out)                                                                                    \
    if (out)                                                                                                         \
        DDR##letter |= 1 << (bit);
    BUSES(X)
#undef X
    PORTD |= 1 << PD7; /* LOAD rests high */
}

static void init_timers(void)
{
    TCCR0A = 1 << WGM01; /* 1 kHz */
    TCCR0B = 1 << CS01 | 1 << CS00;
    OCR0A = 249;
    TIMSK0 = 1 << OCIE0A;
    TCCR1B = TCCR3B = TCCR4B = 1 << CS11; /* 2 MHz, running freely */
    TCCR5A = 1 << WGM50;                  /* 7.8 kHz */
    TCCR5B = 1 << WGM52 | 1 << CS51;
}

static void init_lines(void)
{
    serial_init();
    ADMUX = 1 << REFS0;
    ADCSRA = 1 << ADEN | 1 << ADIE | 7; /* 125 kHz: 104 us each, 8 in a millisecond */
}

void hal_init(void)
{
    init_pins();
    for (uint8_t *p = &_end; p < (uint8_t *)SP - 16; p++)
        *p = UNTOUCHED;
    eeprom_busy_wait(); /* a write that a reset overtook: 3.3 ms, before anything runs */
    init_timers();
    init_lines();
    hal_latch();
    set_sleep_mode(SLEEP_MODE_IDLE);
    sleep_enable();
    wdt_enable(WDTO_30MS); /* less than an emergency stop may take, should the main loop hang just then */
    sei();
}

enum reset_cause hal_reset_cause(void)
{
    if (reset_flags & 1 << WDRF)
        return RESET_CAUSE_WATCHDOG;
    if (reset_flags & 1 << PORF)
        return RESET_CAUSE_POWER;
    return (reset_flags & 1 << BORF) ? RESET_CAUSE_BROWNOUT : RESET_CAUSE_EXTERNAL;
}

void hal_watchdog_kick(void)
{
    wdt_reset();
}

void hal_enter_bootloader(void)
{
    cli();
    eeprom_busy_wait();
    BOOT_REQUEST = BOOT_REQUESTED;
    wdt_enable(WDTO_15MS);
    for (;;)
        ;
}

uint16_t hal_free_ram(void)
{
    const uint8_t *p = &_end;

    while (p < (uint8_t *)SP && *p == UNTOUCHED)
        p++;
    return (uint16_t)(p - &_end);
}

ISR(TIMER0_COMPA_vect)
{
    AWAKE |= 1;
    ticks++;
    milliseconds++;
    if ((uint8_t)milliseconds & 1)
        return;
    ADMUX = 1 << REFS0;
    ADCSRA |= 1 << ADSC;
}

ISR(ADC_vect)
{
    uint8_t channel = ADMUX & 7;

    conversions[channel] = ADC;
    if (++channel == CHANNELS)
        return;
    ADMUX = (uint8_t)(1 << REFS0 | channel);
    ADCSRA |= 1 << ADSC;
}

uint32_t hal_micros(void)
{
    uint8_t state = SREG, count;
    uint32_t ms;

    cli();
    ms = milliseconds;
    count = TCNT0;
    if (TIFR0 & 1 << OCF0A && count < 128)
        ms++;
    SREG = state;
    return ms * 1000 + count * 4UL;
}

uint8_t hal_ticks(void)
{
    uint8_t passed;

    hal_lock();
    passed = ticks;
    ticks = 0;
    hal_unlock();
    return passed;
}

void hal_sleep(void)
{
    cli();
    while (!(AWAKE & 1)) {
        sei(); /* takes effect after the next instruction: no interrupt slips in between */
        sleep_cpu();
        _NOP(); /* where a simulator takes an interrupt that was pending before the sleep */
        cli();
    }
    AWAKE &= (uint8_t)~1;
    sei();
}

void hal_lock(void)
{
    cli();
}

void hal_unlock(void)
{
    sei();
}

/* The registers are clocked by hand: 40 bits in 25 us without ever waiting for the SPI. */
static void clock_chain(void)
{
    PORTB |= 1 << PB1; /* SCK */
    PORTB &= (uint8_t)~(1 << PB1);
}

static uint8_t shift_in(void)
{
    uint8_t byte = 0;

#define BIT(n)                                                                                                       \
    if (PINB & 1 << PB3) /* MISO */                                                                                  \
        byte |= 1 << (n);                                                                                            \
    clock_chain();
    BIT(7) BIT(6) BIT(5) BIT(4) BIT(3) BIT(2) BIT(1) BIT(0)
#undef BIT
    return byte;
}

static void shift_out(uint8_t byte)
{
    for (uint8_t bit = 0; bit < 8; bit++) {
        if (byte & 0x80)
            PORTB |= 1 << PB2; /* MOSI */
        else
            PORTB &= (uint8_t)~(1 << PB2);
        byte = (uint8_t)(byte << 1);
        clock_chain();
    }
}

/* Straight code, a test and a set per input: a loop over a table would take a tenth of the processor. */
void hal_read_inputs(uint8_t words[INPUT_BYTES])
{
    uint8_t found[INPUT_BYTES] = {0}, bytes[CHAIN_IN_BYTES];

    PORTD &= (uint8_t)~(1 << PD7); /* LOAD */
    PORTD |= 1 << PD7;
    for (uint8_t i = 0; i < CHAIN_IN_BYTES; i++)
        bytes[i] = shift_in();
#define X(name, letter, bit, high, pull, lane, axis)                                                                 \
    if (!(PIN##letter & 1 << (bit)) == !(high))                                                                      \
        found[IN_##name >> 3] |= 1 << (IN_##name & 7);
    INPUTS_DIRECT(X)
#undef X
#define X(name, place, high, lane, axis)                                                                             \
    if (!(bytes[(place) >> 3] & 1 << ((place) & 7)) == !(high))                                                      \
        found[IN_##name >> 3] |= 1 << (IN_##name & 7);
    INPUTS_SHIFTED(X)
#undef X
    memcpy(words, found, INPUT_BYTES);
}

struct hal_pin hal_pin(uint8_t input)
{
    struct place place = {0};

    for (uint8_t i = 0; i < sizeof direct_input_ids; i++)
        if (pgm_read_byte(&direct_input_ids[i]) == input)
            memcpy_P(&place, &direct_inputs[i], sizeof place);
    return (struct hal_pin){place.port, place.mask, place.high ? place.mask : 0};
}

void hal_write(uint8_t output, bool on)
{
    struct place place;
    uint8_t state = SREG;

    memcpy_P(&place, &outputs[output], sizeof place);
    if (!place.port) {
        /* `mask` is the place in the chain. */
        if (on == place.high)
            chain[place.mask >> 3] |= (uint8_t)(1 << (place.mask & 7));
        else
            chain[place.mask >> 3] &= (uint8_t)~(1 << (place.mask & 7));
        return;
    }
    cli(); /* the step interrupts write the same ports */
    if (on == place.high)
        *place.port |= place.mask;
    else
        *place.port &= (uint8_t)~place.mask;
    SREG = state;
}

void hal_latch(void)
{
    static uint8_t shown[CHAIN_OUT_BYTES], calls;

    /* Written again now and then, should a spike have changed the register. */
    if (memcmp(shown, chain, sizeof chain) == 0 && ++calls % 16)
        return;
    memcpy(shown, chain, sizeof chain);
    for (uint8_t i = CHAIN_OUT_BYTES; i; i--)
        shift_out(chain[i - 1]);
    PORTB |= 1 << PB0; /* LATCH */
    PORTB &= (uint8_t)~(1 << PB0);
}

/* Duty 0 takes the pin from the timer: a compare match at 0 would still give a spike. */
void hal_pwm(uint8_t output, uint8_t duty)
{
#define X(name, timer, channel)                                                                                      \
    case OUT_##name:                                                                                                 \
        OCR##timer##channel = duty;                                                                                  \
        if (duty)                                                                                                    \
            TCCR##timer##A |= 1 << COM##timer##channel##1;                                                           \
        else                                                                                                         \
            TCCR##timer##A &= (uint8_t)~(1 << COM##timer##channel##1);                                               \
        break;
    switch (output) {
        PWMS(X)
    default:
        break;
    }
#undef X
}

uint16_t hal_analog(uint8_t channel)
{
    uint16_t value;
    uint8_t state = SREG;

    cli();
    value = conversions[channel];
    SREG = state;
    return value;
}
