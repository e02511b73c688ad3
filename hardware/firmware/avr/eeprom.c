#include <avr/eeprom.h>

#include "../hal.h"

uint8_t hal_eeprom_read(uint16_t address)
{
    return eeprom_read_byte((const uint8_t *)address);
}

bool hal_eeprom_write(uint16_t address, uint8_t byte)
{
    if (!eeprom_is_ready())
        return false;
    eeprom_write_byte((uint8_t *)address, byte);
    return true;
}
