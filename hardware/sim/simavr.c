/* The firmware's binary in a simulated ATmega2560 (libsimavr), its pins wired to the plant through models of
 * the shift registers. Test equipment only: linked to libsimavr it is under that library's licence.
 *
 * Kept in mind (simavr 1.6): a reset clears all cycle timers; a byte would take 11 bits on the line instead of
 * 10, and is told when it begins; pin values may carry a flag beside bit 0; a reset clears the pins' register,
 * and a pin that is raised to the value that it had before changes nothing. */
#include <simavr/avr_adc.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"

#define MHZ 16
#define TICK_CYCLES (1000 * MHZ)
#define BYTE_US 40 /* 10 bits at 250 kbaud */
#define BYTE_CYCLES (BYTE_US * MHZ)
#define LINE 8192
#define PORTB 0x25
#define EICRA 0x69
#define TCCR5A 0x120
#define OCR5A 0x128

struct wiring {
    struct sim *sim;
    uint8_t output;
    uint8_t high;
};

struct sim {
    avr_t *avr;
    struct plant plant;
    struct board board;
    void (*chip_reset)(struct avr_t *avr);
    uint64_t asleep; /* cycles */
    uint8_t level[IN_COUNT]; /* as raised on the pins */
    uint8_t held[16], levels[16]; /* per port */
    uint32_t in_chain;  /* three 74HC165: bit 23 is on the wire */
    uint16_t out_chain; /* two 74HC595 */
    bool load, clock, latch, data;
    struct wiring wiring[OUT_COUNT];
    avr_irq_t *analog[ADC_COUNT], *miso, *rxd; /* looked up once: it is slow */
    avr_uart_t *uart;
    struct {
        uint8_t value;
        uint64_t at_us;
    } sent[LINE];
    uint8_t coming[LINE];
    uint32_t sent_head, sent_count, coming_head, coming_count;
    bool feeding;
};

struct direct_input {
    uint8_t id, bit;
    char port;
};

#define X(name, letter, place, high, pull, lane, axis) {IN_##name, place, #letter[0]},
static const struct direct_input direct_inputs[] = {INPUTS_DIRECT(X)};
#define DIRECT_INPUTS (sizeof direct_inputs / sizeof *direct_inputs)
#undef X
#define X(name, place, high, lane, axis) {IN_##name, place},
static const struct { uint8_t id, place; } shifted_inputs[] = {INPUTS_SHIFTED(X)};
#undef X
#define X(name, letter, place, high, safe) {OUT_##name, place, #letter[0], high},
static const struct {
    uint8_t id, bit;
    char port;
    uint8_t high;
} direct_outputs[] = {OUTPUTS_DIRECT(X)};
#undef X
#define X(name, place, high) {OUT_##name, place, high},
static const struct { uint8_t id, place, high; } shifted_outputs[] = {OUTPUTS_SHIFTED(X)};
#undef X
#define X(name, timer, channel) {OUT_##name, #channel[0] - 'A'},
static const struct { uint8_t id, channel; } pwms[] = {PWMS(X)};
#undef X
#define X(name, channel, scale, lane, axis) channel,
static const uint8_t analog_channel[] = {ANALOGS(X)};
#undef X

uint64_t sim_now(const struct sim *sim)
{
    return sim->avr->cycle / MHZ;
}

static avr_irq_t *pin(const struct sim *sim, char port, uint8_t bit)
{
    return avr_io_getirq(sim->avr, AVR_IOCTL_IOPORT_GETIRQ(port), bit);
}

/* An external level as well as an edge: a write to the port would put the chip's own pull-up on the pin. */
static void drive_pin(struct sim *sim, const struct direct_input *d)
{
    uint8_t port = (uint8_t)(d->port - 'A');
    avr_ioport_external_t external;

    sim->held[port] |= 1 << d->bit;
    sim->levels[port] = (uint8_t)(sim->level[d->id] ? sim->levels[port] | 1 << d->bit
                                                    : sim->levels[port] & ~(1 << d->bit));
    external.name = (unsigned long)d->port;
    external.mask = sim->held[port];
    external.value = sim->levels[port];
    avr_ioctl(sim->avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(d->port), &external);
    avr_raise_irq(pin(sim, d->port, d->bit), sim->level[d->id]);
}

/* What changed on the wires goes to the pins; `all` after a reset, which forgets them. */
static void drive_pins(struct sim *sim, bool all)
{
    for (const struct direct_input *d = direct_inputs; d < direct_inputs + DIRECT_INPUTS; d++) {
        if (!all && sim->level[d->id] == sim->plant.level[d->id])
            continue;
        sim->level[d->id] = sim->plant.level[d->id];
        if (all)
            pin(sim, d->port, d->bit)->value = !sim->level[d->id];
        drive_pin(sim, d);
    }
}

static void output(struct sim *sim, uint8_t id, bool on)
{
    if (sim->plant.output[id] == on)
        return;
    plant_output(&sim->plant, id, on, sim_now(sim));
    /* A step moves a slide, and its switches answer before the next instruction. */
    drive_pins(sim, false);
}

static void on_pin(struct avr_irq_t *irq, uint32_t value, void *param)
{
    const struct wiring *w = param;

    (void)irq;
    output(w->sim, w->output, (value & 1) == w->high);
}

static void show_data(struct sim *sim)
{
    bool data = sim->in_chain >> (8 * CHAIN_IN_BYTES - 1) & 1;

    if (data != sim->data)
        avr_raise_irq(sim->miso, data);
    sim->data = data;
}

/* Place 0 of a register is its input A; H is on the wire first. */
static void on_load(struct avr_irq_t *irq, uint32_t value, void *param)
{
    struct sim *sim = param;

    (void)irq;
    if (!(value & 1)) {
        sim->in_chain = 0;
        for (size_t i = 0; i < sizeof shifted_inputs / sizeof *shifted_inputs; i++) {
            uint8_t place = shifted_inputs[i].place;

            if (sim->plant.level[shifted_inputs[i].id])
                sim->in_chain |= 1u << (8 * (CHAIN_IN_BYTES - 1 - (place >> 3)) + (place & 7));
        }
        show_data(sim);
    }
    sim->load = value & 1;
}

/* One clock for both chains. */
static void on_clock(struct avr_irq_t *irq, uint32_t value, void *param)
{
    struct sim *sim = param;
    bool rises = (value & 1) && !sim->clock;

    (void)irq;
    sim->clock = value & 1;
    if (!rises)
        return;
    sim->in_chain <<= 1;
    show_data(sim);
    sim->out_chain = (uint16_t)(sim->out_chain << 1 | (sim->avr->data[PORTB] >> 2 & 1));
}

static void on_latch(struct avr_irq_t *irq, uint32_t value, void *param)
{
    struct sim *sim = param;
    bool rises = (value & 1) && !sim->latch;

    (void)irq;
    sim->latch = value & 1;
    for (size_t i = 0; rises && i < sizeof shifted_outputs / sizeof *shifted_outputs; i++) {
        uint8_t place = shifted_outputs[i].place;
        bool level = sim->out_chain >> place & 1;

        output(sim, shifted_outputs[i].id, level == shifted_outputs[i].high);
    }
}

static void on_sent(struct avr_irq_t *irq, uint32_t value, void *param)
{
    struct sim *sim = param;
    uint32_t place = (sim->sent_head + sim->sent_count) % LINE;

    (void)irq;
    if (sim->sent_count == LINE)
        return;
    sim->sent[place].value = (uint8_t)value;
    sim->sent[place].at_us = sim_now(sim) + BYTE_US;
    sim->sent_count++;
}

static avr_cycle_count_t feed(struct avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct sim *sim = param;

    (void)avr;
    if (sim->coming_count == 0) {
        sim->feeding = false;
        return 0;
    }
    avr_raise_irq(sim->rxd, sim->coming[sim->coming_head]);
    sim->coming_head = (sim->coming_head + 1) % LINE;
    sim->coming_count--;
    return when + BYTE_CYCLES;
}

static void read_pwms(struct sim *sim)
{
    const uint8_t *data = sim->avr->data;

    for (size_t i = 0; i < sizeof pwms / sizeof *pwms; i++) {
        bool connected = data[TCCR5A] >> (7 - 2 * pwms[i].channel) & 1;

        plant_pwm(&sim->plant, pwms[i].id, connected ? data[OCR5A + 2 * pwms[i].channel] : 0);
    }
}

static avr_cycle_count_t tick(struct avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct sim *sim = param;

    (void)avr;
    sim->uart->cycles_per_byte = BYTE_CYCLES;
    read_pwms(sim);
    plant_tick(&sim->plant, sim_now(sim));
    drive_pins(sim, false);
    for (uint8_t i = 0; i < ADC_COUNT; i++)
        avr_raise_irq(sim->analog[i], (plant_analog(&sim->plant, i) * 5000u + 512) / 1023);
    return when + TICK_CYCLES;
}

/* The chip lets go of all pins, and the pull resistors make everything safe. */
static void on_reset(struct avr_t *avr)
{
    struct sim *sim = avr->custom.data;

    if (sim->chip_reset)
        sim->chip_reset(avr);
    for (uint8_t id = 0; id < OUT_COUNT; id++)
        if (sim->plant.output[id])
            plant_output(&sim->plant, id, false, sim_now(sim));
    sim->out_chain = 0;
    monitor_reset(&sim->plant);
    /* Edges, not levels: the simulator would poll each low pin that could interrupt, in every cycle. */
    avr->data[EICRA] = avr->data[EICRA + 1] = 0xff;
    sim->coming_count = 0;
    sim->feeding = false;
    avr_cycle_timer_register(avr, TICK_CYCLES, tick, sim);
    drive_pins(sim, true);
}

static void wire(struct sim *sim)
{
    avr_t *avr = sim->avr;
    uint32_t flags = 0;

    for (size_t i = 0; i < sizeof direct_outputs / sizeof *direct_outputs; i++) {
        uint8_t id = direct_outputs[i].id;

        sim->wiring[id] = (struct wiring){sim, id, direct_outputs[i].high};
        if (id != OUT_DRUM_PWM && id != OUT_CONV_PWM && id != OUT_PICK_PWM)
            avr_irq_register_notify(pin(sim, direct_outputs[i].port, direct_outputs[i].bit), on_pin,
                                    &sim->wiring[id]);
    }
    for (uint8_t i = 0; i < ADC_COUNT; i++)
        sim->analog[i] = avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_ADC0 + analog_channel[i]);
    for (avr_io_t *io = avr->io_port; io; io = io->next)
        if (strcmp(io->kind, "uart") == 0 && ((avr_uart_t *)io)->name == '0')
            sim->uart = (avr_uart_t *)io;
    sim->miso = pin(sim, 'B', 3);
    sim->rxd = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_irq_register_notify(pin(sim, 'D', 7), on_load, sim);
    avr_irq_register_notify(pin(sim, 'B', 0), on_latch, sim);
    avr_irq_register_notify(pin(sim, 'B', 1), on_clock, sim);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_sent, sim);
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
}

/* Instead of waiting: counts. */
static void on_sleep(struct avr_t *avr, avr_cycle_count_t cycles)
{
    ((struct sim *)avr->custom.data)->asleep += cycles + 1;
}

struct sim *sim_create(uint64_t seed, const char *firmware)
{
    struct sim *sim = calloc(1, sizeof *sim);
    elf_firmware_t elf = {0};

    if (!sim || (firmware && elf_read_firmware(firmware, &elf) != 0))
        return NULL;
    sim->avr = avr_make_mcu_by_name("atmega2560");
    avr_init(sim->avr);
    sim->avr->log = firmware ? LOG_ERROR : LOG_OUTPUT; /* bytes are lost while a bootloader computes */
    if (firmware)
        avr_load_firmware(sim->avr, &elf);
    sim->avr->frequency = MHZ * 1000000;
    sim->avr->vcc = sim->avr->avcc = sim->avr->aref = 5000;
    sim->avr->sleep = on_sleep;
    sim->avr->custom.data = sim;
    sim->chip_reset = sim->avr->reset;
    sim->avr->reset = on_reset;
    plant_init(&sim->plant, seed);
    wire(sim);
    board_init(sim, seed);
    sim_reset(sim, RESET_CAUSE_POWER);
    return sim;
}

void sim_free(struct sim *sim)
{
    avr_terminate(sim->avr);
    free(sim->avr);
    free(sim);
}

struct avr_t *sim_chip(struct sim *sim)
{
    return sim->avr;
}

struct board *sim_board(struct sim *sim)
{
    return &sim->board;
}

struct plant *sim_plant(struct sim *sim)
{
    return &sim->plant;
}

uint64_t sim_asleep_us(const struct sim *sim)
{
    return sim->asleep / MHZ;
}

void sim_send(struct sim *sim, const uint8_t *bytes, uint32_t size)
{
    for (uint32_t i = 0; i < size && sim->coming_count < LINE; i++)
        sim->coming[(sim->coming_head + sim->coming_count++) % LINE] = bytes[i];
    if (!sim->feeding)
        avr_cycle_timer_register(sim->avr, 1, feed, sim);
    sim->feeding = true;
}

uint32_t sim_receive(struct sim *sim, uint8_t *bytes, uint64_t *at_us, uint32_t room)
{
    uint32_t n = 0;

    for (; n < room && sim->sent_count && sim->sent[sim->sent_head].at_us <= sim_now(sim); sim->sent_count--) {
        bytes[n] = sim->sent[sim->sent_head].value;
        at_us[n++] = sim->sent[sim->sent_head].at_us;
        sim->sent_head = (sim->sent_head + 1) % LINE;
    }
    return n;
}

void sim_run(struct sim *sim, uint64_t us)
{
    avr_t *avr = sim->avr;
    avr_cycle_count_t end = avr->cycle + us * MHZ;

    while (avr->cycle < end && !sim->board.dead)
        avr_run(avr);
    if (sim->board.dead)
        avr->cycle = end; /* the plant stands still */
}
