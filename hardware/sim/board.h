/* The chip of simavr.c from outside: its supply, its resets, its memories, and what a programmer writes. */
#ifndef JANTAKU_SIM_BOARD_H
#define JANTAKU_SIM_BOARD_H

#include "sim.h"

struct avr_t;

struct board {
    int (*ioctl)(struct avr_io_t *io, uint32_t command, void *parameter); /* simavr's, of the flash */
    uint32_t brownout_mv;
    uint32_t until_cut; /* page operations; 0: none is cut */
    uint64_t chance;    /* of the bits that a cut leaves */
    bool dead;          /* without supply */
};

struct avr_t *sim_chip(struct sim *sim);
struct board *sim_board(struct sim *sim);
/* A chip as the maker delivers it. */
void board_init(struct sim *sim, uint64_t seed);

/* What a programmer at the ISP connector writes and reads. */
void board_erase(struct sim *sim);
void board_program(struct sim *sim, uint32_t address, const uint8_t *bytes, uint32_t size);
void board_read(struct sim *sim, uint32_t address, uint8_t *bytes, uint32_t size);
void board_fuses(struct sim *sim, uint8_t low, uint8_t high, uint8_t extended);

/* The supply fails now, or in the middle of the n-th page that is erased or written from now on. */
void board_cut(struct sim *sim);
void board_cut_at_page(struct sim *sim, uint32_t n);
bool board_dead(struct sim *sim);
/* It comes back: nothing is known of the memory, and two flags tell of the reset. */
void board_power(struct sim *sim);
/* The supply dips: whether the chip was reset by it. */
bool board_dip(struct sim *sim, uint32_t mv);

#endif
