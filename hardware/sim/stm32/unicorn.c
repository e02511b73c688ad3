/* The firmware's binary for the STM32F429ZI in Unicorn's processor, its pins wired to the plant: its memory and its interrupts.
 * Unicorn has no interrupt controller: entry and return are done here, as ARMv7-M describes them (B1.5).
 *
 * Instructions are not counted one by one: a block takes one cycle for each two of its bytes, which is what a Cortex-M4 does at
 * about 1.2 cycles an instruction. */
#include "chip.h"


#define RAM_BASE 0x20000000u
#define RAM_BYTES 0x1c000u
#define SCS_BASE 0xe0000000u
#define SCS_BYTES 0x50000u
#define ENTRY_CYCLES 12
#define LOWEST 255
#define IT_BITS 0x0600fc00u

/* In the order of enum irq: number of the exception, and of the interrupt behind it. */
static const struct {
    uint8_t exception;
    int8_t irq;
} vectors[IRQS] = {{16 + 29, 29}, {16 + 30, 30}, {16 + 50, 50}, {15, -1}, {16 + 39, 39}};

uint32_t core_get(struct sim *sim, int reg)
{
    uint32_t value = 0;

    uc_reg_read(sim->uc, reg, &value);
    return value;
}

void core_set(struct sim *sim, int reg, uint32_t value)
{
    uc_reg_write(sim->uc, reg, &value);
}

static bool asserted(struct sim *sim, enum irq irq)
{
    uint32_t control = *chip_word(sim, 0x4000480c);

    switch (irq) {
    case IRQ_TIM3:
    case IRQ_TIM4:
    case IRQ_TIM5:
        return *chip_word(sim, 0x40000410 + 0x400 * irq) & *chip_word(sim, 0x4000040c + 0x400 * irq) & 0x1e;
    case IRQ_TICK:
        return sim->tick_pending;
    default:
        return (line_status(sim) & control & (1u << 5 | 1u << 7)) != 0;
    }
}

enum irq core_wants(struct sim *sim)
{
    uint8_t best = sim->depth ? sim->active[sim->depth - 1] : LOWEST;
    enum irq found = IRQS;

    for (enum irq irq = 0; irq < IRQS; irq++)
        if (sim->enabled[irq] && sim->priority[irq] < best && asserted(sim, irq)) {
            best = sim->priority[irq];
            found = irq;
        }
    return found;
}

void core_look(struct sim *sim)
{
    sim->wanted = core_wants(sim) != IRQS;
}

static const int frame_registers[] = {UC_ARM_REG_R0, UC_ARM_REG_R1, UC_ARM_REG_R2, UC_ARM_REG_R3,
                                      UC_ARM_REG_R12, UC_ARM_REG_LR, UC_ARM_REG_PC, UC_ARM_REG_XPSR};

void core_enter(struct sim *sim, enum irq irq)
{
    uint32_t frame[8], sp = core_get(sim, UC_ARM_REG_SP), aligned = (sp - sizeof frame) & ~7u, handler;

    for (uint8_t i = 0; i < 8; i++)
        frame[i] = core_get(sim, frame_registers[i]);
    if (aligned != sp - sizeof frame)
        frame[7] |= 1u << 9;
    else
        frame[7] &= ~(1u << 9);
    uc_mem_write(sim->uc, aligned, frame, sizeof frame);
    uc_mem_read(sim->uc, FLASH_BASE + 4 * vectors[irq].exception, &handler, sizeof handler);
    core_set(sim, UC_ARM_REG_XPSR, frame[7] & ~IT_BITS & ~(1u << 9));
    core_set(sim, UC_ARM_REG_SP, aligned);
    core_set(sim, UC_ARM_REG_LR, TRAP | 1);
    core_set(sim, UC_ARM_REG_PC, handler | 1);
    if (irq == IRQ_TICK)
        sim->tick_pending = false;
    sim->active[sim->depth++] = sim->priority[irq];
    sim->cycles += ENTRY_CYCLES;
    sim->sleeping = false;
}

void core_leave(struct sim *sim)
{
    uint32_t frame[8], sp = core_get(sim, UC_ARM_REG_SP);

    uc_mem_read(sim->uc, sp, frame, sizeof frame);
    core_set(sim, UC_ARM_REG_SP, sp + sizeof frame + (frame[7] >> 9 & 1) * 4);
    for (uint8_t i = 0; i < 6; i++)
        core_set(sim, frame_registers[i], frame[i]);
    core_set(sim, UC_ARM_REG_XPSR, frame[7] & ~(1u << 9));
    core_set(sim, UC_ARM_REG_PC, frame[6] | 1);
    sim->depth--;
    sim->cycles += ENTRY_CYCLES;
}

void core_fault(struct sim *sim, const char *why)
{
    uint32_t handler;

    if (sim->faulted) {
        chip_refuse(sim, why, core_get(sim, UC_ARM_REG_PC));
        return;
    }
    sim->faulted = true;
    uc_mem_read(sim->uc, FLASH_BASE + 4 * 3, &handler, sizeof handler);
    core_set(sim, UC_ARM_REG_XPSR, 1u << 24);
    core_set(sim, UC_ARM_REG_PRIMASK, 1);
    core_set(sim, UC_ARM_REG_PC, handler | 1);
}

static void on_block(uc_engine *uc, uint64_t address, uint32_t size, void *user)
{
    struct sim *sim = user;

    sim->cycles += size / 2;
    if (address != TRAP && sim->cycles < sim->next && !(sim->wanted && !core_get(sim, UC_ARM_REG_PRIMASK)) && !sim->hung)
        return;
    sim->stopped = true;
    uc_emu_stop(uc);
}

static uint64_t read_io(uc_engine *uc, uint64_t offset, unsigned size, void *user)
{
    uint64_t word = chip_read(user, IO_BASE + ((uint32_t)offset & ~3u));

    (void)uc;
    core_look(user);
    return size == 4 ? word : word >> (8 * (offset & 3)) & ((1u << (8 * size)) - 1);
}

static void write_io(uc_engine *uc, uint64_t offset, unsigned size, uint64_t value, void *user)
{
    (void)uc;
    if (size != 4)
        chip_refuse(user, "a register is not written as a word", IO_BASE + (uint32_t)offset);
    else
        chip_write(user, IO_BASE + (uint32_t)offset, (uint32_t)value);
    core_look(user);
}

/* A bank that is busy lets whoever reads it wait. */
static uint64_t read_bank2(uc_engine *uc, uint64_t offset, unsigned size, void *user)
{
    struct sim *sim = user;

    (void)uc;
    (void)size;
    if (sim->cycles < sim->flash_until)
        sim->cycles = sim->flash_until;
    return sim->bank2[offset / 4 / SECTOR_WORDS][offset / 4 % SECTOR_WORDS];
}

static void write_bank2(uc_engine *uc, uint64_t offset, unsigned size, uint64_t value, void *user)
{
    (void)uc;
    if (size == 4)
        flash_store(user, (uint32_t)offset, (uint32_t)value);
}

static uint64_t read_scs(uc_engine *uc, uint64_t offset, unsigned size, void *user)
{
    struct sim *sim = user;
    uint64_t left = sim->tick_due > sim->cycles ? sim->tick_due - sim->cycles : 0;

    (void)uc;
    (void)size;
    switch (offset) {
    case 0xe018:
        return sim->tick_on && left <= sim->tick_load ? left : 0;
    case 0xed04:
        return (uint64_t)sim->tick_pending << 26;
    case 0x42000:
        return 0x20036419;
    default:
        return 0;
    }
}

static void set_enabled(struct sim *sim, uint32_t first, uint32_t bits)
{
    for (enum irq irq = 0; irq < IRQS; irq++)
        if (vectors[irq].irq >= (int)first && vectors[irq].irq < (int)first + 32 && bits >> (vectors[irq].irq - (int)first) & 1)
            sim->enabled[irq] = true;
}

static void set_priority(struct sim *sim, uint32_t exception, uint8_t priority)
{
    for (enum irq irq = 0; irq < IRQS; irq++)
        if (vectors[irq].exception == exception)
            sim->priority[irq] = priority;
}

static void write_scs(uc_engine *uc, uint64_t offset, unsigned size, uint64_t value, void *user)
{
    struct sim *sim = user;

    if (offset == 0xe010) {
        sim->tick_on = value & 1;
        sim->enabled[IRQ_TICK] = value & 2;
        sim->tick_due = sim->tick_on ? sim->cycles + sim->tick_load + 1 : NEVER;
    } else if (offset == 0xe014) {
        sim->tick_load = (uint32_t)value;
    } else if (offset >= 0xe100 && offset < 0xe120) {
        set_enabled(sim, 8 * ((uint32_t)offset - 0xe100), (uint32_t)value);
    } else if (offset >= 0xe400 && offset < 0xe500 && size == 1) {
        set_priority(sim, 16 + (uint32_t)offset - 0xe400, (uint8_t)value);
    } else if (offset >= 0xed18 && offset < 0xed24 && size == 1) {
        set_priority(sim, 4 + (uint32_t)offset - 0xed18, (uint8_t)value);
    } else if (offset == 0xed0c && value == 0x05fa0004) {
        sim->restart = sim->stopped = true;
        sim->restart_cause = RESET_CAUSE_EXTERNAL;
        uc_emu_stop(uc);
    }
    core_look(sim);
}

bool core_open(struct sim *sim)
{
    static const uint16_t spin[] = {0xe7fe, 0xe7fe, 0xe7fe, 0xe7fe, 0xe7fe, 0xe7fe, 0xe7fe, 0xe7fe, 0xe7fe};
    uc_hook hook;

    if (uc_open(UC_ARCH_ARM, UC_MODE_THUMB | UC_MODE_MCLASS, &sim->uc) != UC_ERR_OK)
        return false;
    uc_ctl_set_cpu_model(sim->uc, UC_CPU_ARM_CORTEX_M4);
    uc_mem_map(sim->uc, FLASH_BASE, FLASH_BYTES, UC_PROT_READ | UC_PROT_EXEC);
    uc_mem_map(sim->uc, RAM_BASE, RAM_BYTES, UC_PROT_READ | UC_PROT_WRITE);
    uc_mem_map(sim->uc, TRAP, 0x1000, UC_PROT_READ | UC_PROT_EXEC);
    uc_mem_write(sim->uc, TRAP, spin, sizeof spin);
    uc_mmio_map(sim->uc, IO_BASE, IO_BYTES, read_io, sim, write_io, sim);
    uc_mmio_map(sim->uc, BANK2_BASE, 2 * 4 * SECTOR_WORDS, read_bank2, sim, write_bank2, sim);
    uc_mmio_map(sim->uc, SCS_BASE, SCS_BYTES, read_scs, sim, write_scs, sim);
    return uc_hook_add(sim->uc, &hook, UC_HOOK_BLOCK, (void *)on_block, sim, 1, 0) == UC_ERR_OK;
}
