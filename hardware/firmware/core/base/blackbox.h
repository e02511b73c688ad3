/* The last fault records, in memory that a reset leaves alone. */
#ifndef JANTAKU_BLACKBOX_H
#define JANTAKU_BLACKBOX_H

#include "../../hal.h"
#include "memory.h"

#define BLACKBOX_RECORDS 64

struct blackbox {
    uint16_t magic;
    uint8_t next;
    uint8_t count;
    uint16_t lives; /* since its supply came on, from whatever the memory held then */
    struct msg_fault record[BLACKBOX_RECORDS];
};

REMEMBERS(struct blackbox, blackbox, 1);

/* Another life; empties it unless it holds what an earlier one wrote. */
void blackbox_init(void);
/* Place of the new record. */
uint8_t blackbox_add(const struct msg_fault *record);
/* Place of the n-th record, oldest first. */
uint8_t blackbox_place(uint8_t n);

#endif
