/* The shift registers: 74HCT165 to be read, 74HCT595 to be written, on one clock. */
#ifndef JANTAKU_CHAIN_H
#define JANTAKU_CHAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "../hal.h"

void chain_read(uint8_t bytes[CHAIN_IN_BYTES]);
void chain_set(uint8_t place, bool level);

#endif
