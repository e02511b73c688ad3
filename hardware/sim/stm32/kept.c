/* The flash's second bank as a program writes it, and the two watchdogs. */
#include "chip.h"

#include <string.h>

#include "../../firmware/stm32/store.h"

#define FLASH 0x40023c00u
#define WWDG 0x40002c00u
#define IWDG 0x40003000u
#define PG 1u
#define SER 2u
#define STRT (1u << 16)
#define LOCK (1u << 31)
#define WRONG 0x80u /* PGSERR */
#define WORD_US 16
#define OPTIONS_US 100000 /* [E] */
#define ERASE_US 250000 /* DS9405, table 48: 250 ms typical, 500 at most, by words */

void flash_key(struct sim *sim, uint32_t value)
{
    static const uint32_t keys[] = {0x45670123, 0xcdef89ab};

    sim->keys = value == keys[sim->keys & 1] ? sim->keys + 1 : 0;
    if (sim->keys == 2)
        *chip_word(sim, FLASH + 0x10) &= ~LOCK;
}

/* RM0090, 3.9.8: the sectors of the second bank are 16 and on. */
void flash_control(struct sim *sim, uint32_t value)
{
    uint32_t *control = chip_word(sim, FLASH + 0x10), number = value >> 3 & 31;

    if (*control & LOCK)
        return;
    *control = value & ~STRT;
    if (!(value & STRT) || !(value & SER) || sim->cycles < sim->flash_until)
        return;
    if (number < 16 || number > 17) {
        chip_refuse(sim, "a sector is erased that holds the program", number);
        return;
    }
    memset(sim->bank2[number - 16], 0xff, sizeof sim->bank2[0]);
    sim->flash_until = sim->cycles + US(ERASE_US);
}

void flash_option_key(struct sim *sim, uint32_t value)
{
    static const uint32_t keys[] = {0x08192a3b, 0x4c5d6e7f};

    sim->option_keys = value == keys[sim->option_keys & 1] ? sim->option_keys + 1 : 0;
    if (sim->option_keys == 2)
        *chip_word(sim, FLASH + 0x14) &= ~1u;
}

/* RM0090, 3.9.10: written while it is unlocked, kept by its bit 1. */
void flash_options(struct sim *sim, uint32_t value)
{
    uint32_t *options = chip_word(sim, FLASH + 0x14);

    if (*options & 1)
        return;
    if (value & 2 && (sim->wwdg_due != NEVER || sim->iwdg_due != NEVER))
        chip_refuse(sim, "a watchdog runs while the option bytes are written, and the program stands", FLASH + 0x14);
    *options = value & ~2u;
    if (value & 2) {
        sim->options = value & ~3u;
        sim->flash_until = sim->cycles + US(OPTIONS_US);
    }
}

/* DS9405, table 24: the brown-out levels, falling. */
bool stm32_dip(struct sim *sim, uint32_t mv)
{
    static const uint16_t level[] = {2740, 2440, 2130, 1680};

    if (mv >= level[sim->options >> 2 & 3])
        return false;
    sim_reset(sim, RESET_CAUSE_BROWNOUT);
    return true;
}

/* Bits only go from 1 to 0. */
void flash_store(struct sim *sim, uint32_t address, uint32_t value)
{
    uint32_t control = *chip_word(sim, FLASH + 0x10);

    if (control & LOCK || !(control & PG) || (control >> 8 & 3) != 2 || sim->cycles < sim->flash_until) {
        *chip_word(sim, FLASH + 0x0c) |= WRONG;
        return;
    }
    sim->bank2[address / 4 / SECTOR_WORDS][address / 4 % SECTOR_WORDS] &= value;
    sim->flash_until = sim->cycles + US(WORD_US);
}

/* 7 bits down at 4096 x 2^WDGTB cycles of APB1; below 64 the chip is reset. */
void wwdg_write(struct sim *sim, uint32_t value)
{
    uint32_t left = (value & 0x7f) - 0x3f, scale = *chip_word(sim, WWDG + 4) >> 7 & 3;

    *chip_word(sim, WWDG) = value;
    if (value & 0x80)
        sim->wwdg_due = value & 0x40 ? sim->cycles + (uint64_t)left * 4 * (4096u << scale) : sim->cycles;
}

/* By its oscillator of 32 kHz. */
void iwdg_write(struct sim *sim, uint32_t value)
{
    uint64_t counts = *chip_word(sim, IWDG + 8) + 1, divider = 4u << (*chip_word(sim, IWDG + 4) & 7);

    if (value == 0x5555)
        sim->iwdg_open = true;
    else if (value == 0xcccc)
        sim->iwdg_due = sim->cycles + US(512000);
    else if (value == 0xaaaa && sim->iwdg_due != NEVER)
        sim->iwdg_due = sim->cycles + counts * divider * US(1000) / 32;
}

/* The bytes from outside go the way of the firmware's own: through its journal, over the same flash. */
static struct sim *written;

bool flash_busy(void)
{
    return false;
}

uint32_t flash_word(uint8_t sector, uint16_t place)
{
    return written->bank2[sector][place];
}

void flash_program(uint8_t sector, uint16_t place, uint32_t word)
{
    written->bank2[sector][place] &= word;
}

void flash_erase(uint8_t sector)
{
    memset(written->bank2[sector], 0xff, sizeof written->bank2[sector]);
}

void sim_eeprom(struct sim *sim, uint16_t address, uint8_t byte)
{
    written = sim;
    store_init();
    for (uint16_t i = 0; i < STORE_BYTES && !store_write(address, byte); i++)
        ;
}
