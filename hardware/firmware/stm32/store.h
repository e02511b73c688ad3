/* The bytes that outlive the supply, as an EEPROM of them would be, kept in two sectors of flash. */
#ifndef JANTAKU_STORE_H
#define JANTAKU_STORE_H

#include <stdbool.h>
#include <stdint.h>

#define STORE_BYTES 512
#define STORE_WORDS 4096 /* of a sector: 16 kB */

void store_init(void);
/* Goes on making the other sector ready, where this one has no room for the bytes of a whole evening; true when there is. A
 * reset meanwhile is one that nothing remembers, so it is done before anything else begins. */
bool store_ready(void);
uint8_t store_read(uint16_t address);
/* False while the flash is busy, or the other sector is being made ready; then nothing is written. */
bool store_write(uint16_t address, uint8_t byte);

/* The flash below: flash.c on the chip, a model of one in the tests. Bits are only cleared by `program`. */
bool flash_busy(void);
uint32_t flash_word(uint8_t sector, uint16_t place);
void flash_program(uint8_t sector, uint16_t place, uint32_t word);
void flash_erase(uint8_t sector);

#endif
