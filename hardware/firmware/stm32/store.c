/* A sector is a journal: its first word says which of the two is the newer, every other one carries a byte and its
 * address, the last one counts. Nothing is ever written over, so that power may fail at any moment: what was cut off has a
 * wrong checksum, and the byte before it holds. A full sector is copied into the other one, whose first word comes last.
 *
 * The sectors lie in the second bank of the flash: the program goes on in the first one while a sector is erased, which takes
 * up to half a second (DS9405, table 48), and a motor cannot be left alone for so long. Worn out after 10,000 erasures of
 * each sector, 80 million bytes. */
#include "store.h"

#include "../core/base/crc.h"

#define ERASED UINT32_MAX
#define MAGIC 0x5a71
#define NOWHERE UINT16_MAX
#define ROOM 2048 /* of a sector's 4095 records */

enum stage { STEADY, BREAKING, ERASING, COPYING, NAMING }; /* of the move into the other sector: what was begun last */

static struct {
    uint8_t byte[STORE_BYTES];
    uint8_t sector;   /* the newer one */
    uint16_t number;  /* in its first word */
    uint16_t next;    /* place of the next record */
    uint32_t written; /* the last word, to be compared with what the flash holds */
    uint16_t at;      /* its place, or NOWHERE */
    uint8_t stage;
    uint16_t copied; /* bytes that are in the other sector */
    uint16_t to;     /* place there of the next record */
} store;

/* 12 bits of address, 8 of the byte, 12 of a checksum. */
static uint32_t record(uint16_t address, uint8_t byte)
{
    uint8_t bytes[] = {(uint8_t)address, (uint8_t)(address >> 8), byte};

    return (uint32_t)address << 20 | (uint32_t)byte << 12 | (crc16(0xffff, bytes, sizeof bytes) & 0xfffu);
}

/* Its number and a checksum of it: what a cut erasure leaves must not look newer than it was. */
static uint32_t header(uint16_t number)
{
    uint8_t bytes[] = {(uint8_t)number, (uint8_t)(number >> 8)};

    return (uint32_t)number << 16 | crc16(MAGIC, bytes, sizeof bytes);
}

static uint16_t number_of(uint8_t sector)
{
    return (uint16_t)(flash_word(sector, 0) >> 16);
}

static bool headed(uint8_t sector)
{
    return flash_word(sector, 0) == header(number_of(sector));
}

/* The newer of two, counted round. */
static uint8_t newer(void)
{
    if (headed(0) && headed(1))
        return (int16_t)(number_of(1) - number_of(0)) > 0;
    return headed(1);
}

static void load(void)
{
    for (store.next = 1; store.next < STORE_WORDS; store.next++) {
        uint32_t word = flash_word(store.sector, store.next);
        uint16_t address = (uint16_t)(word >> 20);

        if (word == ERASED)
            return;
        if (address < STORE_BYTES && word == record(address, (uint8_t)(word >> 12)))
            store.byte[address] = (uint8_t)(word >> 12);
    }
}

static void put(uint8_t sector, uint16_t place, uint32_t word)
{
    flash_program(sector, place, word);
    store.at = place;
    store.written = word;
}

/* The first word goes before the sector does: half an erasure of it would leave another number. */
static void begin_move(void)
{
    store.at = NOWHERE;
    flash_program(!store.sector, 0, 0);
    store.stage = BREAKING;
}

void store_init(void)
{
    for (uint16_t i = 0; i < STORE_BYTES; i++)
        store.byte[i] = 0xff;
    store.at = NOWHERE;
    store.stage = STEADY;
    store.sector = newer();
    if (headed(store.sector)) {
        store.number = number_of(store.sector);
        load();
    } else {
        store.number = 0;
        store.next = STORE_WORDS; /* nothing can be written before a sector was made ready */
    }
}

uint8_t store_read(uint16_t address)
{
    return address < STORE_BYTES ? store.byte[address] : 0xff;
}

static void erase(void)
{
    flash_erase(!store.sector);
    store.stage = ERASING;
    store.copied = 0;
    store.to = 1;
}

/* The next byte that says something, and after the last one the first word, which makes the sector the newer one. */
static void copy(void)
{
    uint8_t other = !store.sector;

    while (store.copied < STORE_BYTES && store.byte[store.copied] == 0xff)
        store.copied++;
    if (store.copied == STORE_BYTES) {
        put(other, 0, header((uint16_t)(store.number + 1)));
        store.stage = NAMING;
        return;
    }
    put(other, store.to++, record(store.copied, store.byte[store.copied]));
    store.copied++;
    store.stage = COPYING;
}

static void change_over(void)
{
    store.sector = !store.sector;
    store.number++;
    store.next = store.to;
    store.stage = STEADY;
}

static void move(void)
{
    if (store.stage == BREAKING)
        erase();
    else if (store.stage == NAMING)
        change_over();
    else
        copy();
}

/* A word that the flash does not hold as it was written is written again behind it; in a move, all is. */
static bool last_one_holds(void)
{
    uint8_t sector = store.stage == STEADY ? store.sector : !store.sector;
    uint16_t at = store.at;

    store.at = NOWHERE;
    if (at == NOWHERE || flash_word(sector, at) == store.written)
        return true;
    if (store.stage != STEADY || store.next == STORE_WORDS)
        begin_move();
    else
        put(store.sector, store.next++, store.written);
    return false;
}

bool store_ready(void)
{
    if (flash_busy() || !last_one_holds())
        return false;
    if (store.stage != STEADY)
        move();
    else if (store.next > STORE_WORDS - ROOM)
        begin_move();
    else
        return true;
    return false;
}

bool store_write(uint16_t address, uint8_t byte)
{
    if (flash_busy() || !last_one_holds())
        return false;
    if (store.stage != STEADY) {
        move();
        return false;
    }
    if (address >= STORE_BYTES)
        return false;
    if (store.byte[address] == byte)
        return true;
    if (store.next == STORE_WORDS) {
        begin_move();
        return false;
    }
    put(store.sector, store.next++, record(address, byte));
    store.byte[address] = byte;
    return true;
}
