/* The pins: inputs, outputs, and which hardware of the chip drives the others. */
#include "pins.h"

#include <string.h>

#include "../hal.h"
#include "chain.h"
#include "stm32f4.h"

#define PWM_TOP 254 /* 255 steps: a duty of 255 is always on, one of 0 never */
#define PWM_DIVIDER (CLOCK_HZ / 2000000) /* 7.8 kHz */

struct place {
    struct gpio *port;
    uint16_t mask; /* or the place in the chain, where there is no port */
    uint8_t high;  /* the level that means true */
};

#define X(name, letter, bit, high, safe) [OUT_##name] = {GPIO##letter, 1u << (bit), high},
#define Y(name, place, high) [OUT_##name] = {0, place, high},
static const struct place outputs[OUT_COUNT] = {OUTPUTS_DIRECT(X) OUTPUTS_SHIFTED(Y)};
#undef X
#undef Y
#define X(name, letter, bit, high, pull, lane, axis) [IN_##name] = {GPIO##letter, 1u << (bit), high},
static const struct place inputs[IN_COUNT] = {INPUTS_DIRECT(X)}; /* those of the chain have no port */
#undef X
#define X(name, letter, bit, high, pull, lane, axis) _Static_assert(!(pull), "a pull of the chip's takes 5 V from a pin");
INPUTS_DIRECT(X)
#undef X

/* Alternate functions (DS9405, table 12); 0 for lines that the program drives, which rest at a level of their own. */
enum {
    FUNCTION_OF_RXD = 7, FUNCTION_OF_TXD = 7,
    FUNCTION_OF_MISO = 6, FUNCTION_OF_MOSI = 6, FUNCTION_OF_SCK = 6,
    FUNCTION_OF_LATCH = 0, FUNCTION_OF_LOAD = 0,
    FUNCTION_OF_PWM = 1,
};
enum {
    REST_OF_RXD = 1, REST_OF_TXD = 1, REST_OF_MISO = 1, REST_OF_MOSI = 1, REST_OF_SCK = 1,
    REST_OF_LATCH = 0, REST_OF_LOAD = 1,
};

static void set_level(struct gpio *port, uint32_t mask, bool high)
{
    port->BSRR = high ? mask : mask << 16;
}

static void set_mode(struct gpio *port, uint8_t bit, uint32_t mode)
{
    port->MODER = (port->MODER & ~(3u << (2 * bit))) | mode << (2 * bit);
}

static void set_function(struct gpio *port, uint8_t bit, uint32_t function)
{
    reg *at = &port->AFR[bit >> 3];
    uint8_t shift = (uint8_t)(4 * (bit & 7));

    *at = (*at & ~(15u << shift)) | function << shift;
    port->OSPEEDR |= 1u << (2 * bit); /* medium: 25 MHz */
    set_mode(port, bit, PIN_FUNCTION);
}

static void init_bus(struct gpio *port, uint8_t bit, uint32_t function, bool rest)
{
    set_level(port, 1u << bit, rest);
    if (function)
        set_function(port, bit, function);
    else
        set_mode(port, bit, PIN_OUTPUT);
}

/* Inputs are so after a reset, with the chip's pulls off: only then they bear 5 V, and the adapter has resistors. */
static void init_pins(void)
{
    /* The level first, then the direction: no output is ever active for an instant. */
#define X(name, letter, bit, high, safe)                                                                             \
    set_level(GPIO##letter, 1u << (bit), safe);                                                                      \
    set_mode(GPIO##letter, bit, PIN_OUTPUT);
    OUTPUTS_DIRECT(X)
#undef X
#define X(name, letter, bit, out) init_bus(GPIO##letter, bit, FUNCTION_OF_##name, REST_OF_##name);
    BUSES(X)
#undef X
}

static void set_analog(uint8_t channel)
{
    if (channel < 8)
        set_mode(GPIOA, channel, PIN_ANALOG);
    else if (channel >= 10)
        set_mode(GPIOC, (uint8_t)(channel - 10), PIN_ANALOG);
}

static void give_to_timer(const struct place *place)
{
    set_function(place->port, (uint8_t)__builtin_ctz(place->mask), FUNCTION_OF_PWM);
}

/* The pins are the timer's only when it drives them low. */
static void init_pwms(void)
{
    TIM1->PSC = PWM_DIVIDER - 1;
    TIM1->ARR = PWM_TOP;
    TIM1->CCMR[0] = TIM1->CCMR[1] = TIM_CCMR_PWM;
    TIM1->EGR = TIM_EGR_UG;
#define X(name, timer, channel) TIM##timer->CCER |= 1u << 4 * ((channel) - 1);
    PWMS(X)
#undef X
    TIM1->BDTR = TIM_BDTR_MOE;
    TIM1->CR1 = TIM_CR1_ARPE | TIM_CR1_CEN;
#define X(name, timer, channel) give_to_timer(&outputs[OUT_##name]);
    PWMS(X)
#undef X
}

void pins_init(void)
{
    init_pins();
#define X(name, channel, scale, lane, axis) set_analog(channel);
    ANALOGS(X)
#undef X
    init_pwms();
}

/* Straight code, a test and a set per input. */
void hal_read_inputs(uint8_t words[INPUT_BYTES])
{
    uint8_t found[INPUT_BYTES] = {0}, bytes[CHAIN_IN_BYTES];

    chain_read(bytes);
#define X(name, letter, bit, high, pull, lane, axis)                                                                 \
    if (!(GPIO##letter->IDR & 1u << (bit)) == !(high))                                                               \
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

/* The registers may be read by the byte (RM0090, 8.4). */
struct hal_pin hal_pin(uint8_t input)
{
    static const uint8_t none;
    const struct place *place = &inputs[input];
    bool upper = place->mask > UINT8_MAX;
    uint8_t mask = (uint8_t)(place->mask >> (upper ? 8 : 0));

    if (input >= IN_COUNT || !place->port)
        return (struct hal_pin){&none, 0, 1}; /* never met */
    return (struct hal_pin){(const volatile uint8_t *)&place->port->IDR + upper, mask, place->high ? mask : 0};
}

void hal_write(uint8_t output, bool on)
{
    const struct place *place = &outputs[output];

    if (place->port)
        set_level(place->port, place->mask, on == place->high); /* one write: no interrupt comes in between */
    else
        chain_set((uint8_t)place->mask, on == place->high);
}

void hal_pwm(uint8_t output, uint8_t duty)
{
#define X(name, timer, channel)                                                                                      \
    case OUT_##name:                                                                                                 \
        TIM##timer->CCR[(channel) - 1] = duty;                                                                       \
        break;
    switch (output) {
        PWMS(X)
    default:
        break;
    }
#undef X
}
