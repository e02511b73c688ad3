#include "crc.h"

static uint16_t step(uint16_t crc, uint8_t byte)
{
    crc = (uint16_t)((crc >> 8) | (crc << 8));
    crc ^= byte;
    crc ^= (crc & 0xff) >> 4;
    crc ^= (uint16_t)(crc << 12);
    crc ^= (uint16_t)((crc & 0xff) << 5);
    return crc;
}

uint16_t crc16(uint16_t crc, const uint8_t *bytes, uint16_t size)
{
    while (size--)
        crc = step(crc, *bytes++);
    return crc;
}
