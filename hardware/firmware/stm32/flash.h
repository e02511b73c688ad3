/* What of the flash is no storage: which chip it is in, and its option bytes. */
#ifndef JANTAKU_FLASH_H
#define JANTAKU_FLASH_H

#include <stdbool.h>

/* Whether the chip is one with the second bank of flash that store.c needs. */
bool flash_has_banks(void);
/* Sets the brown-out to its highest level, 2.7 V, below which the chip may do anything at this clock: once in its life, and
 * only before the watchdogs run. */
void flash_set_brownout(void);

#endif
