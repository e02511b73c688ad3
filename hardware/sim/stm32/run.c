/* The functions of sim.h for the STM32F429ZI, and its time from event to event. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chip.h"

#define PLANT_TICK US(1000)
#define BYTE US(40) /* 10 bits at 250 kbaud */

uint64_t sim_now(const struct sim *sim)
{
    return sim->cycles / MHZ;
}

void sim_reset(struct sim *sim, uint8_t cause)
{
    uint32_t start[2];

    chip_reset_registers(sim, cause);
    wires_release(sim);
    memset(sim->enabled, 0, sizeof sim->enabled);
    memset(sim->priority, 0, sizeof sim->priority);
    sim->depth = 0;
    sim->wanted = sim->sleeping = sim->hung = sim->restart = sim->faulted = false;
    sim->plant_due = sim->cycles + PLANT_TICK;
    monitor_reset(&sim->plant);
    uc_mem_read(sim->uc, FLASH_BASE, start, sizeof start);
    core_set(sim, UC_ARM_REG_XPSR, 1u << 24);
    core_set(sim, UC_ARM_REG_PRIMASK, 0);
    core_set(sim, UC_ARM_REG_SP, start[0]);
    core_set(sim, UC_ARM_REG_PC, start[1] | 1);
}

static bool read_image(struct sim *sim, const char *path)
{
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = malloc(FLASH_BYTES);
    size_t size;

    if (!file || !bytes)
        return false;
    memset(bytes, 0xff, FLASH_BYTES);
    size = fread(bytes, 1, FLASH_BYTES, file);
    fclose(file);
    uc_mem_write(sim->uc, FLASH_BASE, bytes, FLASH_BYTES);
    free(bytes);
    return size > 0;
}

struct sim *sim_create(uint64_t seed, const char *firmware)
{
    struct sim *sim = calloc(1, sizeof *sim);

    if (!sim || !core_open(sim) || !firmware || !read_image(sim, firmware))
        return NULL;
    memset(sim->bank2, 0xff, sizeof sim->bank2);
    sim->options = 0x0fffaaec; /* as the maker delivers it: no brown-out */
    plant_init(&sim->plant, seed);
    sim_reset(sim, RESET_CAUSE_POWER);
    return sim;
}

void sim_free(struct sim *sim)
{
    uc_close(sim->uc);
    free(sim);
}

struct plant *sim_plant(struct sim *sim)
{
    return &sim->plant;
}

uint64_t sim_asleep_us(const struct sim *sim)
{
    return sim->asleep / MHZ;
}

void sim_hang(struct sim *sim)
{
    sim->hung = true;
}

void stm32_break(struct sim *sim, bool crystal, bool converter)
{
    sim->no_crystal = crystal;
    sim->no_converter = converter;
}

void sim_send(struct sim *sim, const uint8_t *bytes, uint32_t size)
{
    struct line_model *line = &sim->line;

    for (uint32_t i = 0; i < size && line->coming_count < LINE; i++)
        line->coming[(line->coming_head + line->coming_count++) % LINE] = bytes[i];
    if (line->coming_due == NEVER && line->coming_count)
        line->coming_due = sim->cycles + BYTE;
}

uint32_t sim_receive(struct sim *sim, uint8_t *bytes, uint64_t *at_us, uint32_t room)
{
    struct line_model *line = &sim->line;
    uint32_t n = 0;

    for (; n < room && line->sent_count; line->sent_count--) {
        bytes[n] = line->sent[line->sent_head].value;
        at_us[n++] = line->sent[line->sent_head].at_us;
        line->sent_head = (line->sent_head + 1) % LINE;
    }
    return n;
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t next_event(const struct sim *sim, uint64_t end)
{
    uint64_t next = earlier(earlier(end, sim->plant_due), earlier(sim->adc_due, sim->tick_due));

    next = earlier(next, earlier(sim->wwdg_due, sim->iwdg_due));
    next = earlier(next, earlier(sim->line.shift_due, sim->line.coming_due));
    for (uint8_t timer = 0; timer < 3; timer++)
        for (uint8_t channel = 0; channel < 4; channel++)
            next = earlier(next, sim->timer[timer].due[channel]);
    return next;
}

static void happen(struct sim *sim)
{
    for (; sim->tick_due <= sim->cycles; sim->tick_due += sim->tick_load + 1)
        sim->tick_pending = true;
    if (sim->adc_due <= sim->cycles) {
        sim->adc_due = NEVER;
        wires_convert(sim);
    }
    for (uint8_t timer = 0; timer < 3; timer++)
        timer_event(sim, timer);
    line_event(sim);
    for (; sim->plant_due <= sim->cycles; sim->plant_due += PLANT_TICK)
        wires_plant_tick(sim);
    if (earlier(sim->wwdg_due, sim->iwdg_due) <= sim->cycles)
        sim_reset(sim, RESET_CAUSE_WATCHDOG);
    else if (sim->restart)
        sim_reset(sim, sim->restart_cause);
    core_look(sim);
}

/* The program goes on until something happens. */
static void execute(struct sim *sim, uint64_t end)
{
    uc_err error;

    if (sim->hung && sim->depth == 0) {
        core_set(sim, UC_ARM_REG_PC, SPIN | 1);
        core_set(sim, UC_ARM_REG_PRIMASK, 0);
        sim->hung = false;
    }
    sim->next = next_event(sim, end);
    sim->stopped = false;
    error = uc_emu_start(sim->uc, core_get(sim, UC_ARM_REG_PC) | 1, 0, 0, 0);
    if (error != UC_ERR_OK)
        core_fault(sim, uc_strerror(error));
    else if (core_get(sim, UC_ARM_REG_PC) == TRAP)
        core_leave(sim);
    else if (!sim->stopped)
        sim->sleeping = true;
}

static void doze(struct sim *sim, uint64_t end)
{
    uint64_t until = next_event(sim, end);

    sim->asleep += until - sim->cycles;
    sim->cycles = until;
}

void sim_run(struct sim *sim, uint64_t us)
{
    uint64_t end = sim->cycles + US(us);

    while (sim->cycles < end && !sim->dead) {
        enum irq wanted;

        happen(sim);
        wanted = core_wants(sim);
        if (wanted != IRQS)
            sim->sleeping = false; /* also where it is kept out */
        if (wanted != IRQS && !core_get(sim, UC_ARM_REG_PRIMASK))
            core_enter(sim, wanted);
        if (sim->sleeping)
            doze(sim, end);
        else
            execute(sim, end);
    }
    if (sim->dead)
        sim->cycles = end;
}
