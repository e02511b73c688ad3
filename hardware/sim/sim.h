/* A machine in a plant, stepped by whoever asks: the same functions for the firmware compiled for the host
 * (native.c) and for its binary in a simulated ATmega2560 (simavr.c), so that the same scenario runs on
 * both. Bytes take their time on the line. */
#ifndef JANTAKU_SIM_H
#define JANTAKU_SIM_H

#include "../plant/plant.h"

struct sim;

/* NULL when the firmware cannot be read; `firmware` is the ELF, NULL for a blank chip (board.h), unused by the native
 * build. */
struct sim *sim_create(uint64_t seed, const char *firmware);
void sim_free(struct sim *sim);
struct plant *sim_plant(struct sim *sim);
/* Microseconds since the creation. */
uint64_t sim_now(const struct sim *sim);
void sim_run(struct sim *sim, uint64_t us);
/* Bytes from the host, one after the other from now on at 250 kbaud. */
void sim_send(struct sim *sim, const uint8_t *bytes, uint32_t size);
/* Bytes that the machine has sent and the instants at which each was complete; how many were taken. */
uint32_t sim_receive(struct sim *sim, uint8_t *bytes, uint64_t *at_us, uint32_t room);
void sim_reset(struct sim *sim, uint8_t cause);
/* The main loop stops turning, interrupts go on. */
void sim_hang(struct sim *sim);
/* As an evening before left it: every slide at rest, a set in the drum and one sorted in the rows (NONE for
 * neither), what the firmware wrote into its EEPROM about them; then the supply comes on. Homing ends in
 * READY or STAGED. For a machine that has not run yet: people have all tiles on the mat. */
void sim_left(struct sim *sim, uint8_t drum_set, uint8_t row_set);
/* A byte of the EEPROM, from outside. */
void sim_eeprom(struct sim *sim, uint16_t address, uint8_t byte);
/* Time that the simulated processor has slept; 0 natively. */
uint64_t sim_asleep_us(const struct sim *sim);

#endif
