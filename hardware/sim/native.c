/* The firmware compiled for the host: the HAL over a plant, moved from event to event. Its program takes no
 * time; where that would show, it is given what the binary takes in simavr. */
#include <stdlib.h>
#include <string.h>

#include "../firmware/core/machine.h"
#include "sim.h"

#define BYTE_US 40      /* 10 bits at 250 kbaud */
#define TICK_US 1000
#define TIMER_US 3287   /* from a reset until the ticks are counted: the free memory is filled first */
#define BOOT_US 29700   /* from a reset to the first turn: the ramps are computed */
#define WORK_US 360     /* from a look at the inputs to steps and bytes that come of it */
#define WATCHDOG_US 30000
#define LINE 8192       /* bytes on the way */
#define BUFFER 128      /* the firmware's receive and transmit buffers */
#define EEPROM_US 3300
#define NEVER UINT64_MAX

struct byte {
    uint8_t value;
    uint64_t at_us;
};

struct line {
    struct byte byte[LINE];
    uint32_t head, count;
    uint64_t free_us; /* the last byte is through */
};

struct sim {
    struct machine machine;
    struct blackbox blackbox;
    struct plant plant;
    uint64_t now_us, plant_us, tick_us, boot_us, kick_us, eeprom_us;
    uint64_t due[STEPPER_COUNT]; /* next pulse, in timer ticks of half a microsecond */
    uint16_t measured[ADC_COUNT], conversion[ADC_COUNT];
    uint8_t ticks, milliseconds, cause;
    bool hung;
    struct line to_machine, to_host;
    uint8_t inbox[BUFFER], inbox_head, inbox_count;
    uint8_t eeprom[4096];
};

static _Thread_local struct sim *current;
#define X(axis, timer, channel, step, dir) OUT_##step,
static const uint8_t step_output[STEPPER_COUNT] = {STEPPERS(X)};
#undef X

#define X(name, port, bit, high, pull, lane, axis) [IN_##name] = high,
#define Y(name, place, high, lane, axis) [IN_##name] = high,
static const uint8_t active_high[IN_COUNT] = {INPUTS_DIRECT(X) INPUTS_SHIFTED(Y)};
#undef X
#undef Y

static void enter(struct sim *sim)
{
    current = sim;
    machine_use(&sim->machine, &sim->blackbox);
}

void hal_init(void)
{
}

enum reset_cause hal_reset_cause(void)
{
    return current->cause;
}

void hal_watchdog_kick(void)
{
    current->kick_us = current->now_us;
}

void hal_enter_bootloader(void)
{
    current->hung = true; /* there is none, and the watchdog's reset begins anew */
}

uint16_t hal_free_ram(void)
{
    return 0;
}

uint32_t hal_micros(void)
{
    return (uint32_t)current->now_us;
}

uint8_t hal_ticks(void)
{
    uint8_t ticks = current->ticks;

    current->ticks = 0;
    return ticks;
}

void hal_sleep(void)
{
}

void hal_lock(void)
{
}

void hal_unlock(void)
{
}

void hal_read_inputs(uint8_t words[INPUT_BYTES])
{
    memset(words, 0, INPUT_BYTES);
    for (uint8_t i = 0; i < IN_COUNT; i++)
        if (plant_input(&current->plant, i))
            words[i >> 3] |= (uint8_t)(1 << (i & 7));
}

struct hal_pin hal_pin(uint8_t input)
{
    return (struct hal_pin){&current->plant.level[input], 1, active_high[input]};
}

void hal_write(uint8_t output, bool on)
{
    if (current->plant.output[output] != on)
        plant_output(&current->plant, output, on, current->now_us);
}

void hal_latch(void)
{
}

void hal_pwm(uint8_t output, uint8_t duty)
{
    plant_pwm(&current->plant, output, duty);
}

uint16_t hal_analog(uint8_t channel)
{
    return current->conversion[channel];
}

void hal_step_start(uint8_t stepper, uint16_t interval)
{
    current->due[stepper] = (current->now_us + WORK_US) * 2 + interval;
}

void hal_step_stop(uint8_t stepper)
{
    current->due[stepper] = NEVER;
}

int16_t hal_receive(void)
{
    struct sim *sim = current;
    uint8_t byte;

    if (sim->inbox_count == 0)
        return -1;
    byte = sim->inbox[sim->inbox_head];
    sim->inbox_head = (uint8_t)((sim->inbox_head + 1) % BUFFER);
    sim->inbox_count--;
    return byte;
}

static void put(struct line *line, uint8_t value, uint64_t now_us)
{
    uint64_t from = line->free_us > now_us ? line->free_us : now_us;

    line->free_us = from + BYTE_US;
    if (line->count == LINE)
        return;
    line->byte[(line->head + line->count++) % LINE] = (struct byte){value, line->free_us};
}

bool hal_send(const uint8_t *bytes, uint8_t size)
{
    struct line *line = &current->to_host;
    uint64_t now_us = current->now_us + WORK_US;
    uint64_t waiting = line->free_us > now_us ? (line->free_us - now_us) / BYTE_US : 0;

    if (waiting + size > BUFFER - 1)
        return false;
    for (uint8_t i = 0; i < size; i++)
        put(line, bytes[i], now_us);
    return true;
}

uint8_t hal_eeprom_read(uint16_t address)
{
    return current->eeprom[address];
}

bool hal_eeprom_write(uint16_t address, uint8_t byte)
{
    if (current->now_us < current->eeprom_us)
        return false;
    current->eeprom_us = current->now_us + EEPROM_US;
    current->eeprom[address] = byte;
    return true;
}

static void boot(struct sim *sim, uint8_t cause)
{
    enter(sim);
    for (uint8_t i = 0; i < STEPPER_COUNT; i++)
        sim->due[i] = NEVER;
    for (uint8_t output = 0; output < OUT_COUNT; output++) {
        if (sim->plant.output[output])
            plant_output(&sim->plant, output, false, sim->now_us);
        plant_pwm(&sim->plant, output, 0);
    }
    sim->cause = cause;
    sim->hung = false;
    sim->ticks = sim->milliseconds = 0;
    sim->inbox_count = 0;
    sim->plant_us = sim->now_us + TICK_US;
    sim->tick_us = sim->now_us + TIMER_US + TICK_US;
    sim->boot_us = sim->now_us + BOOT_US;
    monitor_reset(&sim->plant);
    memset(&sim->machine, 0xa5, sizeof sim->machine);
}

static void begin(struct sim *sim)
{
    sim->boot_us = NEVER;
    sim->kick_us = sim->now_us;
    memset(&sim->machine, 0, sizeof sim->machine); /* as the start-up code of the chip does */
    machine_boot();
}

struct sim *sim_create(uint64_t seed, const char *firmware)
{
    struct sim *sim = calloc(1, sizeof *sim);

    (void)firmware;
    if (!sim)
        return NULL;
    memset(sim->eeprom, 0xff, sizeof sim->eeprom);
    plant_init(&sim->plant, seed);
    boot(sim, RESET_CAUSE_POWER);
    return sim;
}

void sim_free(struct sim *sim)
{
    free(sim);
}

struct plant *sim_plant(struct sim *sim)
{
    return &sim->plant;
}

uint64_t sim_now(const struct sim *sim)
{
    return sim->now_us;
}

void sim_eeprom(struct sim *sim, uint16_t address, uint8_t byte)
{
    sim->eeprom[address] = byte;
}

uint64_t sim_asleep_us(const struct sim *sim)
{
    (void)sim;
    return 0;
}

void sim_reset(struct sim *sim, uint8_t cause)
{
    boot(sim, cause);
}

void sim_hang(struct sim *sim)
{
    sim->hung = true;
}

void sim_send(struct sim *sim, const uint8_t *bytes, uint32_t size)
{
    for (uint32_t i = 0; i < size; i++)
        put(&sim->to_machine, bytes[i], sim->now_us);
}

uint32_t sim_receive(struct sim *sim, uint8_t *bytes, uint64_t *at_us, uint32_t room)
{
    struct line *line = &sim->to_host;
    uint32_t n = 0;

    while (n < room && line->count && line->byte[line->head].at_us <= sim->now_us) {
        bytes[n] = line->byte[line->head].value;
        at_us[n++] = line->byte[line->head].at_us;
        line->head = (line->head + 1) % LINE;
        line->count--;
    }
    return n;
}

static void pulse(struct sim *sim, uint8_t i)
{
    struct stepper *s = &sim->machine.steppers[i];
    uint16_t next;

    if (stepper_blocked(s)) {
        sim->due[i] = NEVER;
        return;
    }
    plant_output(&sim->plant, step_output[i], true, sim->now_us);
    plant_output(&sim->plant, step_output[i], false, sim->now_us);
    next = stepper_advance(s);
    sim->due[i] = next ? sim->due[i] + next : NEVER;
}

static void byte_arrives(struct sim *sim)
{
    struct line *line = &sim->to_machine;
    uint8_t value = line->byte[line->head].value;

    line->head = (line->head + 1) % LINE;
    line->count--;
    if (sim->inbox_count < BUFFER)
        sim->inbox[(sim->inbox_head + sim->inbox_count++) % BUFFER] = value;
}

static void tick_of_plant(struct sim *sim)
{
    sim->plant_us += TICK_US;
    plant_tick(&sim->plant, sim->now_us);
    for (uint8_t i = 0; i < ADC_COUNT; i++)
        sim->measured[i] = plant_analog(&sim->plant, i);
}

static void tick(struct sim *sim)
{
    sim->tick_us += TICK_US;
    if (sim->ticks < 255)
        sim->ticks++;
}

/* A round of conversions begins with every other tick and is over before the next one. */
static void convert(struct sim *sim)
{
    if (++sim->milliseconds % 2 == 0)
        memcpy(sim->conversion, sim->measured, sizeof sim->conversion);
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t next_event(const struct sim *sim, uint64_t end)
{
    const struct line *line = &sim->to_machine;
    uint64_t next = earlier(earlier(end, sim->boot_us), earlier(sim->tick_us, sim->plant_us));

    for (uint8_t i = 0; i < STEPPER_COUNT; i++)
        next = earlier(next, sim->due[i] / 2);
    return line->count ? earlier(next, line->byte[line->head].at_us) : next;
}

/* What happens now; what the program does about it comes last. */
static void happen(struct sim *sim)
{
    struct line *line = &sim->to_machine;
    bool turn = false, ticks = sim->now_us >= sim->tick_us;

    for (uint8_t i = 0; i < STEPPER_COUNT; i++)
        if (sim->due[i] / 2 <= sim->now_us)
            pulse(sim, i);
    for (; line->count && line->byte[line->head].at_us <= sim->now_us; turn = true)
        byte_arrives(sim);
    if (sim->now_us >= sim->plant_us)
        tick_of_plant(sim);
    if (ticks)
        tick(sim);
    if (sim->now_us >= sim->boot_us)
        begin(sim);
    if ((turn || ticks) && sim->boot_us == NEVER && !sim->hung)
        machine_turn();
    if (ticks)
        convert(sim);
}

void sim_run(struct sim *sim, uint64_t us)
{
    uint64_t end = sim->now_us + us;

    enter(sim);
    while (sim->now_us < end) {
        sim->now_us = next_event(sim, end);
        happen(sim);
        if (sim->boot_us == NEVER && sim->now_us - sim->kick_us > WATCHDOG_US)
            boot(sim, RESET_CAUSE_WATCHDOG);
    }
}
