/* The chip of this folder from outside, beside what sim.h has of every machine. */
#ifndef JANTAKU_SIM_STM32_H
#define JANTAKU_SIM_STM32_H

#include "../sim.h"

/* What is broken from now on: the 8 MHz of the ST-Link, which a chip misses at its next reset, and the converter. */
void stm32_break(struct sim *sim, bool crystal, bool converter);
/* The chip's supply dips to so many millivolts: whether that reset it. */
bool stm32_dip(struct sim *sim, uint32_t mv);

#endif
