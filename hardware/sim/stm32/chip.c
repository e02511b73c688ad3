#include "chip.h"

#include <stdio.h>
#include <string.h>

#define RCC 0x40023800u
#define FLASH 0x40023c00u
#define GPIO 0x40020000u
#define GPIO_END 0x40022400u
#define SPI3 0x40003c00u
#define USART3 0x40004800u
#define ADC1 0x40012000u
#define DMA2 0x40026400u
#define WWDG 0x40002c00u
#define IWDG 0x40003000u
#define TIM3 0x40000400u
#define TIM6 0x40001000u
#define SPE (1u << 6)

/* What RCC switches on: peripheral, register of RCC, bit. */
static const struct {
    uint32_t from, to, enable;
    uint8_t bit;
} gates[] = {
    {0x40020000, 0x400203ff, 0x30, 0}, {0x40020800, 0x40020bff, 0x30, 2}, {0x40020c00, 0x40020fff, 0x30, 3},
    {0x40021000, 0x400213ff, 0x30, 4}, {0x40021400, 0x400217ff, 0x30, 5}, {0x40021800, 0x40021bff, 0x30, 6},
    {0x40026400, 0x400267ff, 0x30, 22}, {0x40000400, 0x400007ff, 0x40, 1}, {0x40000800, 0x40000bff, 0x40, 2},
    {0x40000c00, 0x40000fff, 0x40, 3}, {0x40002c00, 0x40002fff, 0x40, 11}, {0x40003c00, 0x40003fff, 0x40, 15},
    {0x40004800, 0x40004bff, 0x40, 18}, {0x40010000, 0x400103ff, 0x44, 0}, {0x40012000, 0x400123ff, 0x44, 8},
};

void chip_refuse(struct sim *sim, const char *why, uint32_t address)
{
    if (!sim->dead)
        fprintf(stderr, "STM32 at %.6f s: %s (%08x).\n", (double)sim->cycles / US(1000000), why, address);
    sim->dead = true;
    uc_emu_stop(sim->uc);
}

uint32_t *chip_word(struct sim *sim, uint32_t address)
{
    return &sim->io[(address - IO_BASE) / 4 % (IO_BYTES / 4)];
}

static bool running(struct sim *sim, uint32_t address)
{
    for (size_t i = 0; i < sizeof gates / sizeof *gates; i++)
        if (address >= gates[i].from && address <= gates[i].to)
            return *chip_word(sim, RCC + gates[i].enable) >> gates[i].bit & 1;
    return address >= RCC || (address >= IWDG && address < IWDG + 0x400);
}

static uint32_t spi_status(struct sim *sim)
{
    /* Whoever waits, waits: in one step. */
    if (sim->cycles < sim->spi_until)
        sim->cycles = sim->spi_until;
    return 2u | sim->spi_has;
}

static uint32_t spi_take(struct sim *sim)
{
    sim->spi_has = false;
    return sim->spi_received;
}

/* 8 bits of 16 cycles of a quarter of the core's clock each, for the divider that is chosen. */
static void spi_give(struct sim *sim, uint32_t value)
{
    uint32_t control = *chip_word(sim, SPI3);

    if (!(control & SPE))
        return;
    sim->spi_until = sim->cycles + 8u * 4 * (2u << (control >> 3 & 7));
    sim->spi_received = wires_exchange(sim, (uint8_t)value);
    sim->spi_has = true;
}

static uint64_t port_read(struct sim *sim, uint32_t address)
{
    uint8_t port = (uint8_t)((address - GPIO) >> 10);

    return (address & 0x3fc) == 0x10 ? sim->idr[port] : *chip_word(sim, address);
}

uint64_t chip_read(struct sim *sim, uint32_t address)
{
    if (!running(sim, address))
        return 0;
    if (address >= GPIO && address < GPIO_END)
        return port_read(sim, address);
    switch (address) {
    case SPI3 + 0x08:
        return spi_status(sim);
    case SPI3 + 0x0c:
        return spi_take(sim);
    case USART3:
        return line_status(sim);
    case USART3 + 4:
        return line_read(sim);
    case DMA2:
        return sim->dma_done ? 1u << 5 : 0;
    case FLASH + 0x0c:
        return *chip_word(sim, address) | (sim->cycles < sim->flash_until ? 1u << 16 : 0);
    default:
        break;
    }
    if (address >= TIM3 && address < TIM6 && (address & 0x3ff) == 0x24)
        return timer_count(sim, (uint8_t)((address - TIM3) >> 10));
    return *chip_word(sim, address);
}

static void port_write(struct sim *sim, uint32_t address, uint32_t value)
{
    uint8_t port = (uint8_t)((address - GPIO) >> 10);
    uint32_t *latch = chip_word(sim, (address & ~0x3ffu) + 0x14);

    if ((address & 0x3fc) == 0x18)
        *latch = (*latch & ~(value >> 16)) | (value & 0xffff);
    else
        *chip_word(sim, address) = value;
    wires_outputs(sim, port);
}

/* Oscillators and the PLL are ready as soon as they are on; the chosen clock is the one that runs. */
static void rcc_write(struct sim *sim, uint32_t address, uint32_t value)
{
    uint32_t *word = chip_word(sim, address);

    if (address == RCC) {
        *word = (value & ~(1u << 17 | 1u << 25)) | (sim->no_crystal ? 0 : (value >> 16 & 1) << 17) |
                (value >> 24 & 1) << 25;
        if (value >> 24 & 1 && *chip_word(sim, RCC + 4) != (sim->no_crystal ? 0x07005410 : 0x07405408))
            chip_refuse(sim, "the PLL does not make 168 MHz of 8, or of the chip's own 16", *chip_word(sim, RCC + 4));
    } else if (address == RCC + 8) {
        *word = (value & ~(3u << 2)) | (value & 3) << 2;
        if ((value & 3) == 2 && (*chip_word(sim, FLASH) & 15) < 5)
            chip_refuse(sim, "the flash is too slow for 168 MHz", *chip_word(sim, FLASH));
    } else if (address == RCC + 0x74) {
        if (value >> 24 & 1)
            *word = 0;
    } else {
        *word = value;
    }
}

static void adc_write(struct sim *sim, uint32_t address, uint32_t value)
{
    *chip_word(sim, address) = value;
    if (address == ADC1 + 8 && value & 1u << 30 && value & 1 && !sim->no_converter)
        sim->adc_due = sim->cycles + 8u * (480 + 12) * 8; /* of 21 MHz */
}

static void other_write(struct sim *sim, uint32_t address, uint32_t value)
{
    switch (address) {
    case SPI3 + 0x0c:
        spi_give(sim, value);
        break;
    case USART3 + 4:
        line_write(sim, (uint8_t)value);
        break;
    case DMA2 + 8:
        sim->dma_done = sim->dma_done && !(value & 1u << 5);
        break;
    case FLASH + 4:
        flash_key(sim, value);
        break;
    case FLASH + 0x0c:
        *chip_word(sim, address) &= ~value;
        break;
    case FLASH + 0x10:
        flash_control(sim, value);
        break;
    case FLASH + 8:
        flash_option_key(sim, value);
        break;
    case FLASH + 0x14:
        flash_options(sim, value);
        break;
    case WWDG:
        wwdg_write(sim, value);
        break;
    case IWDG:
        iwdg_write(sim, value);
        break;
    default:
        *chip_word(sim, address) = value;
    }
}

void chip_write(struct sim *sim, uint32_t address, uint32_t value)
{
    if (!running(sim, address))
        chip_refuse(sim, "a peripheral is written whose clock is off, or that is not modelled", address);
    else if (address >= GPIO && address < GPIO_END)
        port_write(sim, address, value);
    else if (address >= TIM3 && address < TIM6)
        timer_write(sim, (uint8_t)((address - TIM3) >> 10), address & 0x3ff, value);
    else if (address >= RCC && address < FLASH)
        rcc_write(sim, address, value);
    else if (address >= ADC1 && address < ADC1 + 0x100)
        adc_write(sim, address, value);
    else
        other_write(sim, address, value);
}

/* RM0090, 7.3.21: a reset sets its own flag; each of them pulls the pin, too, and power is a brown-out as well. */
void chip_reset_registers(struct sim *sim, uint8_t cause)
{
    static const uint32_t flags[] = {
        [RESET_CAUSE_POWER] = 1u << 27 | 1u << 25 | 1u << 26,
        [RESET_CAUSE_EXTERNAL] = 1u << 26,
        [RESET_CAUSE_BROWNOUT] = 1u << 25 | 1u << 26,
        [RESET_CAUSE_WATCHDOG] = 1u << 30 | 1u << 26,
    };
    uint32_t kept = *chip_word(sim, RCC + 0x74);

    memset(sim->io, 0, sizeof sim->io);
    *chip_word(sim, RCC) = 0x83;
    *chip_word(sim, RCC + 0x74) = kept | flags[cause];
    *chip_word(sim, GPIO) = 0xa8000000; /* the lines of the debugger */
    *chip_word(sim, FLASH + 0x10) = 1u << 31;
    *chip_word(sim, FLASH + 0x14) = sim->options | 1;
    sim->adc_due = sim->tick_due = sim->wwdg_due = sim->iwdg_due = NEVER;
    sim->spi_until = sim->flash_until = 0;
    sim->dma_done = sim->iwdg_open = sim->tick_pending = sim->tick_on = sim->spi_has = false;
    sim->keys = sim->option_keys = 0;
    memset(sim->timer, 0, sizeof sim->timer);
    for (uint8_t timer = 0; timer < 3; timer++)
        for (uint8_t channel = 0; channel < 4; channel++)
            sim->timer[timer].due[channel] = NEVER;
    sim->line.waiting = sim->line.shifting = NO_BYTE;
    sim->line.has_received = false;
    sim->line.coming_count = 0;
    sim->line.coming_due = sim->line.shift_due = NEVER;
    sim->out_chain = 0;
}
