/* The first two sectors of the second bank: 12 and 13 of the chip, which its register calls 16 and 17 (RM0090, 3.9.8). */
#include "flash.h"

#include "stm32f4.h"
#include "store.h"

#define BANK2 0x08100000u
#define SECTOR_BYTES (4u * STORE_WORDS)
#define FIRST_NUMBER 16u
#define F42X 0x419u /* RM0090, 38.6.1 */
#define KEY1 0x45670123u
#define KEY2 0xcdef89abu
#define OPTION_KEY1 0x08192a3bu
#define OPTION_KEY2 0x4c5d6e7fu
#define LONGEST_SPINS 50000000u /* a second or two */

bool flash_has_banks(void)
{
    return (DBGMCU_IDCODE & 0xfffu) == F42X;
}

void flash_set_brownout(void)
{
    if (!(FLASH->OPTCR & FLASH_OPTCR_BOR) || !flash_has_banks())
        return;
    FLASH->OPTKEYR = OPTION_KEY1;
    FLASH->OPTKEYR = OPTION_KEY2;
    FLASH->OPTCR &= ~FLASH_OPTCR_BOR;
    FLASH->OPTCR |= FLASH_OPTCR_STRT;
    for (uint32_t spins = LONGEST_SPINS; spins && flash_busy(); spins--)
        ;
    FLASH->OPTCR |= FLASH_OPTCR_LOCK;
}

static reg *at(uint8_t sector, uint16_t place)
{
    return (reg *)(BANK2 + sector * SECTOR_BYTES) + place;
}

bool flash_busy(void)
{
    return FLASH->SR & FLASH_SR_BSY;
}

uint32_t flash_word(uint8_t sector, uint16_t place)
{
    return *at(sector, place);
}

static void open(uint32_t how)
{
    FLASH->SR = FLASH_SR_ERRORS;
    if (FLASH->CR & FLASH_CR_LOCK) {
        FLASH->KEYR = KEY1;
        FLASH->KEYR = KEY2;
    }
    FLASH->CR = FLASH_CR_PSIZE_32 | how;
}

/* 16 us, an erasure up to half a second; the program runs on from the first bank. */
void flash_program(uint8_t sector, uint16_t place, uint32_t word)
{
    open(FLASH_CR_PG);
    *at(sector, place) = word;
}

void flash_erase(uint8_t sector)
{
    open(FLASH_CR_SER | FLASH_CR_SNB(FIRST_NUMBER + sector));
    FLASH->CR |= FLASH_CR_STRT;
}
