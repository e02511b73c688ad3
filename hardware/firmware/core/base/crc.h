/* CRC-16, polynomial 0x1021, as binascii.crc_hqx computes it. */
#ifndef JANTAKU_CRC_H
#define JANTAKU_CRC_H

#include <stdint.h>

uint16_t crc16(uint16_t crc, const uint8_t *bytes, uint16_t size);

#endif
