/* The chip's pins and the plant: levels, shift registers, pulse widths, analogue inputs. */
#include "chip.h"

#define PORT(letter) ((uint8_t)((letter) - 'A'))
#define GPIO(port) (0x40020000u + 0x400u * (port))
#define TIM1 0x40010000u
#define ADC1 0x40012000u
#define STREAM0 0x40026410u
#define SPI3 0x40003c00u
#define CPHA 1u
#define CPOL 2u

#define X(name, letter, place, high, safe) {OUT_##name, place, (#letter)[0], high, safe},
static const struct {
    uint8_t id, bit;
    char port;
    uint8_t high, safe;
} direct_outputs[] = {OUTPUTS_DIRECT(X)};
#undef X
#define X(name, place, high) {OUT_##name, place, high},
static const struct { uint8_t id, place, high; } shifted_outputs[] = {OUTPUTS_SHIFTED(X)};
#undef X
#define X(name, letter, place, high, pull, lane, axis) {IN_##name, place, (#letter)[0]},
static const struct {
    uint8_t id, bit;
    char port;
} direct_inputs[] = {INPUTS_DIRECT(X)};
#undef X
#define X(name, place, high, lane, axis) {IN_##name, place},
static const struct { uint8_t id, place; } shifted_inputs[] = {INPUTS_SHIFTED(X)};
#undef X
#define X(name, timer, channel) {OUT_##name, channel},
static const struct { uint8_t id, channel; } pwms[] = {PWMS(X)};
#undef X
#define X(name, channel, scale, lane, axis) channel,
static const uint8_t analog_channel[] = {ANALOGS(X)};
#undef X
enum port { A, B, C, D, E, F, G };
enum {
#define X(name, letter, bit, out) PORT_OF_##name = (letter), BIT_OF_##name = (bit),
    BUSES(X)
#undef X
};
#define COUNT(array) (sizeof(array) / sizeof *(array))

static uint8_t mode_of(struct sim *sim, uint8_t port, uint8_t bit)
{
    return *chip_word(sim, GPIO(port)) >> (2 * bit) & 3;
}

static uint8_t function_of(struct sim *sim, uint8_t port, uint8_t bit)
{
    return *chip_word(sim, GPIO(port) + 0x20 + 4 * (bit >> 3)) >> (4 * (bit & 7)) & 15;
}

/* A pin that nothing drives has the level of its pull resistor. */
static bool level(struct sim *sim, uint8_t port, uint8_t bit, bool pulled)
{
    return mode_of(sim, port, bit) == 1 ? *chip_word(sim, GPIO(port) + 0x14) >> bit & 1 : pulled;
}

static void output(struct sim *sim, uint8_t id, bool on)
{
    if (sim->plant.output[id] == on)
        return;
    plant_output(&sim->plant, id, on, sim_now(sim));
    /* A step moves a slide, and its switches answer before the next instruction. */
    wires_inputs(sim);
}

static void watch_registers(struct sim *sim)
{
    bool load = level(sim, PORT_OF_LOAD, BIT_OF_LOAD, true), latch = level(sim, PORT_OF_LATCH, BIT_OF_LATCH, true);
    bool loads = sim->load && !load, latches = latch && !sim->latch;

    sim->load = load;
    sim->latch = latch;
    if (loads)
        wires_load(sim);
    if (latches)
        wires_latch(sim);
}

static bool is_pwm(uint8_t id)
{
    for (size_t i = 0; i < COUNT(pwms); i++)
        if (pwms[i].id == id)
            return true;
    return false;
}

void wires_outputs(struct sim *sim, uint8_t port)
{
    if (port == PORT_OF_LOAD)
        watch_registers(sim);
    for (size_t i = 0; i < COUNT(direct_outputs); i++) {
        uint8_t id = direct_outputs[i].id;

        if (PORT(direct_outputs[i].port) == port && !is_pwm(id))
            output(sim, id,
                   level(sim, port, direct_outputs[i].bit, direct_outputs[i].safe) == direct_outputs[i].high);
    }
}

/* A reset lets go of all pins, and the pull resistors make everything safe. */
void wires_release(struct sim *sim)
{
    for (uint8_t id = 0; id < OUT_COUNT; id++)
        if (sim->plant.output[id])
            plant_output(&sim->plant, id, false, sim_now(sim));
    for (size_t i = 0; i < COUNT(pwms); i++)
        plant_pwm(&sim->plant, pwms[i].id, 0);
    sim->load = sim->latch = true;
    wires_inputs(sim);
}

void wires_inputs(struct sim *sim)
{
    for (uint8_t port = 0; port < COUNT(sim->idr); port++)
        sim->idr[port] = 0;
    for (size_t i = 0; i < COUNT(direct_inputs); i++)
        sim->idr[PORT(direct_inputs[i].port)] |= (uint32_t)sim->plant.level[direct_inputs[i].id]
                                                 << direct_inputs[i].bit;
}

/* Place 0 of a register is its input A; H is on the wire first. */
void wires_load(struct sim *sim)
{
    sim->in_chain = 0;
    for (size_t i = 0; i < COUNT(shifted_inputs); i++) {
        uint8_t place = shifted_inputs[i].place;

        if (sim->plant.level[shifted_inputs[i].id])
            sim->in_chain |= 1u << (8 * (CHAIN_IN_BYTES - 1 - (place >> 3)) + (place & 7));
    }
}

void wires_latch(struct sim *sim)
{
    for (size_t i = 0; i < COUNT(shifted_outputs); i++) {
        bool high = sim->out_chain >> shifted_outputs[i].place & 1;

        output(sim, shifted_outputs[i].id, high == shifted_outputs[i].high);
    }
}

/* One clock for both chains, which move on as it rises. What is read at that edge, or changes at it, may be either of two
 * bits: then it is the wrong one. */
uint8_t wires_exchange(struct sim *sim, uint8_t byte)
{
    uint32_t control = *chip_word(sim, SPI3);
    bool high = control & CPOL, late = control & CPHA;
    uint8_t got = (uint8_t)(sim->in_chain >> (8 * (CHAIN_IN_BYTES - 1)));

    for (uint8_t bit = BIT_OF_SCK; bit <= BIT_OF_MOSI; bit++)
        if (mode_of(sim, PORT_OF_SCK, bit) != 2 || function_of(sim, PORT_OF_SCK, bit) != 6)
            return 0;
    sim->in_chain = sim->in_chain << 8 & 0xffffff;
    sim->out_chain = (uint16_t)(sim->out_chain << 8 | (high == late ? byte : (uint8_t)~byte));
    return high != late ? got : (uint8_t)~got;
}

static void read_pwms(struct sim *sim)
{
    bool runs = *chip_word(sim, TIM1) & 1 && *chip_word(sim, TIM1 + 0x44) >> 15 & 1;
    uint32_t period = *chip_word(sim, TIM1 + 0x2c) + 1;

    for (size_t i = 0; i < COUNT(pwms); i++) {
        uint8_t n = (uint8_t)(pwms[i].channel - 1);
        uint32_t mode = *chip_word(sim, TIM1 + 0x18 + 4 * (n >> 1)) >> (8 * (n & 1)) & 0x70;
        bool on = runs && mode == 0x60 && *chip_word(sim, TIM1 + 0x20) >> (4 * n) & 1;
        uint32_t duty = 0;

        for (size_t k = 0; k < COUNT(direct_outputs); k++) {
            uint8_t port = PORT(direct_outputs[k].port), bit = direct_outputs[k].bit;

            if (direct_outputs[k].id == pwms[i].id && mode_of(sim, port, bit) == 2 && function_of(sim, port, bit) == 1 && on)
                duty = *chip_word(sim, TIM1 + 0x34 + 4 * n) * 255 / period;
        }
        plant_pwm(&sim->plant, pwms[i].id, (uint8_t)(duty < 255 ? duty : 255));
    }
}

void wires_plant_tick(struct sim *sim)
{
    read_pwms(sim);
    plant_tick(&sim->plant, sim_now(sim));
    wires_inputs(sim);
}

static uint16_t measure(struct sim *sim, uint32_t channel)
{
    uint8_t port = channel < 8 ? 0 : 2, bit = (uint8_t)(channel < 8 ? channel : channel - 10);

    for (uint8_t i = 0; i < COUNT(analog_channel); i++)
        if (analog_channel[i] == channel && mode_of(sim, port, bit) == 3)
            return (uint16_t)(plant_analog(&sim->plant, i) << 2 | 2);
    return 0;
}

/* The round is over: converted in the sequence of its registers, and carried into memory if the stream is armed for it. */
void wires_convert(struct sim *sim)
{
    uint32_t stream = *chip_word(sim, STREAM0), length = (*chip_word(sim, ADC1 + 0x2c) >> 20 & 15) + 1;
    bool ready = stream & 1 && (stream & (3u << 11 | 3u << 13 | 1u << 10)) == (1u << 11 | 1u << 13 | 1u << 10) &&
                 *chip_word(sim, STREAM0 + 8) == ADC1 + 0x4c && *chip_word(sim, STREAM0 + 4) == length &&
                 (*chip_word(sim, ADC1 + 8) & 0x301) == 0x301 && *chip_word(sim, ADC1 + 4) >> 8 & 1;

    for (uint32_t i = 0; ready && i < length; i++) {
        uint32_t sequence = *chip_word(sim, ADC1 + (i < 6 ? 0x34 : 0x30));
        uint16_t value = measure(sim, sequence >> (5 * (i % 6)) & 31);

        uc_mem_write(sim->uc, *chip_word(sim, STREAM0 + 12) + 2 * i, &value, sizeof value);
    }
    sim->dma_done |= ready;
}
