/* Test equipment only, as simavr.c. Kept in mind (simavr 1.6): a page is erased and written in no time, the
 * fuses can be set but do nothing, and no supply ever dips. */
#include <simavr/avr_eeprom.h>
#include <simavr/avr_flash.h>
#include <simavr/sim_avr.h>
#include <string.h>

#include "board.h"

#define MCUSR 0x54
#define SPMCSR 0x57
#define RAMPZ 0x5b
#define PGERS 1
#define PGWRT 2
#define PAGE 256
#define SPM_CYCLES 64000 /* 4 ms (data sheet: 3.7 to 4.5) */
#define SPIN 0xcfff /* rjmp .-2: the loop in which a program ends */
#define BOOTRST 1

static uint64_t draw(struct board *board)
{
    board->chance ^= board->chance << 13;
    board->chance ^= board->chance >> 7;
    board->chance ^= board->chance << 17;
    return board->chance;
}

/* The supply fails half way: some bits are there already, others not yet. */
static void half(struct board *board, uint8_t *bytes, const uint8_t *before)
{
    for (uint16_t i = 0; i < PAGE; i++) {
        uint8_t done = (uint8_t)draw(board);

        bytes[i] = (uint8_t)((bytes[i] & done) | (before[i] & ~done));
    }
}

static int on_flash(struct avr_io_t *io, uint32_t command, void *parameter)
{
    avr_t *avr = io->avr;
    struct board *board = sim_board(avr->custom.data);
    bool works = avr->data[SPMCSR] & (1 << PGERS | 1 << PGWRT);
    uint32_t page = (uint32_t)(avr->data[RAMPZ] << 16 | avr->data[31] << 8) & avr->flashend;
    uint8_t before[PAGE];
    int result;

    if (command != AVR_IOCTL_FLASH_SPM || !works)
        return board->ioctl(io, command, parameter);
    memcpy(before, avr->flash + page, PAGE);
    result = board->ioctl(io, command, parameter);
    avr->cycle += SPM_CYCLES;
    if (board->until_cut && --board->until_cut == 0) {
        half(board, avr->flash + page, before);
        board->dead = true;
    }
    return result;
}

void board_init(struct sim *sim, uint64_t seed)
{
    struct board *board = sim_board(sim);

    board->chance = seed * 2 + 1;
    for (avr_io_t *io = sim_chip(sim)->io_port; io; io = io->next)
        if (strcmp(io->kind, "flash") == 0) {
            board->ioctl = io->ioctl;
            io->ioctl = on_flash;
        }
}

void board_erase(struct sim *sim)
{
    memset(sim_chip(sim)->flash, 0xff, sim_chip(sim)->flashend + 1);
}

void board_program(struct sim *sim, uint32_t address, const uint8_t *bytes, uint32_t size)
{
    memcpy(sim_chip(sim)->flash + address, bytes, size);
    sim_chip(sim)->codeend = sim_chip(sim)->flashend;
}

void board_read(struct sim *sim, uint32_t address, uint8_t *bytes, uint32_t size)
{
    memcpy(bytes, sim_chip(sim)->flash + address, size);
}

/* Data sheet: BOOTSZ 11, 10, 01, 00 are 1, 2, 4 and 8 kB; BODLEVEL 110, 101, 100 are 1.8, 2.7 and 4.3 V. */
void board_fuses(struct sim *sim, uint8_t low, uint8_t high, uint8_t extended)
{
    static const uint16_t level[] = {0, 0, 0, 0, 4300, 2700, 1800, 0};
    uint32_t boot = 1024u << (3 - (high >> 1 & 3));

    (void)low;
    sim_chip(sim)->reset_pc = high & BOOTRST ? 0 : sim_chip(sim)->flashend + 1 - boot;
    sim_board(sim)->brownout_mv = level[extended & 7];
}

void board_cut(struct sim *sim)
{
    sim_board(sim)->dead = true;
}

void board_cut_at_page(struct sim *sim, uint32_t n)
{
    sim_board(sim)->until_cut = n;
}

bool board_dead(struct sim *sim)
{
    return sim_board(sim)->dead;
}

void board_power(struct sim *sim)
{
    avr_t *avr = sim_chip(sim);

    sim_board(sim)->dead = false;
    sim_board(sim)->until_cut = 0;
    for (uint32_t at = avr->ioend + 1u; at <= avr->ramend; at++)
        avr->data[at] = (uint8_t)draw(sim_board(sim));
    sim_reset(sim, RESET_CAUSE_POWER);
    avr->data[MCUSR] |= 4; /* a supply that rises slowly is a brown-out, too */
}

bool board_dip(struct sim *sim, uint32_t mv)
{
    if (mv >= sim_board(sim)->brownout_mv)
        return false;
    sim_reset(sim, RESET_CAUSE_BROWNOUT);
    return true;
}

void sim_eeprom(struct sim *sim, uint16_t address, uint8_t byte)
{
    avr_eeprom_desc_t one = {&byte, address, 1};

    avr_ioctl(sim_chip(sim), AVR_IOCTL_EEPROM_SET, &one);
}

void sim_reset(struct sim *sim, uint8_t cause)
{
    static const uint8_t flag[] = {1, 2, 4, 8}; /* PORF, EXTRF, BORF, WDRF */

    avr_reset(sim_chip(sim));
    sim_chip(sim)->data[MCUSR] = flag[cause];
}

void sim_hang(struct sim *sim)
{
    avr_t *avr = sim_chip(sim);

    for (uint32_t pc = 0; pc < avr->codeend; pc += 2)
        if ((avr->flash[pc] | avr->flash[pc + 1] << 8) == SPIN) {
            avr->pc = pc;
            return;
        }
}
