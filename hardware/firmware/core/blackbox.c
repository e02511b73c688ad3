#include <string.h>

#include "machine.h"

#define MAGIC (0xb10cu ^ SCHEMA_HASH)

void blackbox_init(void)
{
    if (BLACKBOX.magic == MAGIC && BLACKBOX.next < BLACKBOX_RECORDS && BLACKBOX.count <= BLACKBOX_RECORDS)
        return;
    memset(&BLACKBOX, 0, sizeof BLACKBOX);
    BLACKBOX.magic = MAGIC;
}

uint8_t blackbox_add(const struct msg_fault *record)
{
    uint8_t place = BLACKBOX.next;

    BLACKBOX.record[place] = *record;
    BLACKBOX.next = (uint8_t)((place + 1) % BLACKBOX_RECORDS);
    if (BLACKBOX.count < BLACKBOX_RECORDS)
        BLACKBOX.count++;
    return place;
}

uint8_t blackbox_place(uint8_t n)
{
    return (uint8_t)((BLACKBOX.next + BLACKBOX_RECORDS - BLACKBOX.count + n) % BLACKBOX_RECORDS);
}
