/* Whether the chip is one with the second bank of flash that store.c needs. */
#ifndef JANTAKU_FLASH_H
#define JANTAKU_FLASH_H

#include <stdbool.h>

bool flash_has_banks(void);

#endif
