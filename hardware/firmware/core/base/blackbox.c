#include "blackbox.h"

#ifdef HOST
REMEMBERED(struct blackbox, blackbox, 1);
#else
REMEMBERED(struct blackbox, blackbox, 1) __attribute__((section(".noinit")));
#endif

#define MAGIC (0xb10cu ^ SCHEMA_HASH)

void blackbox_init(void)
{
    blackbox->lives++;
    if (blackbox->magic == MAGIC && blackbox->next < BLACKBOX_RECORDS && blackbox->count <= BLACKBOX_RECORDS)
        return;
    blackbox->next = 0;
    blackbox->count = 0;
    blackbox->magic = MAGIC;
}

uint8_t blackbox_add(const struct msg_fault *record)
{
    uint8_t place = blackbox->next;

    blackbox->record[place] = *record;
    blackbox->next = (uint8_t)((place + 1) % BLACKBOX_RECORDS);
    if (blackbox->count < BLACKBOX_RECORDS)
        blackbox->count++;
    return place;
}

uint8_t blackbox_place(uint8_t n)
{
    return (uint8_t)((blackbox->next + BLACKBOX_RECORDS - blackbox->count + n) % BLACKBOX_RECORDS);
}
