/* A flash under hardware/firmware/stm32/store.c whose supply fails in the middle of an operation: what was being written is left with
 * random bits between old and new. */
#include <stdlib.h>
#include <string.h>

#include "../../hardware/firmware/stm32/store.h"

static uint32_t words[2][STORE_WORDS];
static uint32_t until_cut; /* operations; 0: none is cut */
static uint64_t chance;
static bool dead;
static uint32_t busy, programs, erasures, bad_place;

static uint32_t draw(void)
{
    chance ^= chance << 13;
    chance ^= chance >> 7;
    chance ^= chance << 17;
    return (uint32_t)(chance >> 16);
}

static bool cut(void)
{
    if (until_cut == 0 || --until_cut)
        return false;
    return dead = true;
}

bool flash_busy(void)
{
    return busy && busy--;
}

uint32_t flash_word(uint8_t sector, uint16_t place)
{
    return words[sector][place];
}

void flash_program(uint8_t sector, uint16_t place, uint32_t word)
{
    uint32_t *at = &words[sector][place];

    if (dead)
        return;
    programs++;
    busy = 1;
    *at &= word | (cut() ? draw() : 0);
    if (bad_place && place == bad_place)
        *at = 0;
}

void flash_erase(uint8_t sector)
{
    if (dead)
        return;
    erasures++;
    busy = 20;
    if (!cut()) {
        memset(words[sector], 0xff, sizeof words[sector]);
        return;
    }
    for (uint16_t i = 0; i < STORE_WORDS; i++)
        words[sector][i] |= draw() | (draw() & draw());
}

void model_new(uint64_t seed)
{
    memset(words, 0xff, sizeof words);
    chance = seed * 2 + 1;
    dead = false;
    until_cut = busy = programs = erasures = bad_place = 0;
}

void model_cut_at(uint32_t operations)
{
    until_cut = operations;
}

bool model_dead(void)
{
    return dead;
}

void model_power(void)
{
    dead = false;
    until_cut = busy = 0;
}

void model_bad(uint32_t place)
{
    bad_place = place;
}

uint32_t model_erasures(void)
{
    return erasures;
}
