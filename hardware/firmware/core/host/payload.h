/* Events as the host reads them. */
#ifndef JANTAKU_PAYLOAD_H
#define JANTAKU_PAYLOAD_H

#include "../../hal.h"

/* Payload of the oldest event; its size, 0 when none waits. */
uint8_t payload_front(uint8_t *code, uint8_t payload[MAX_PAYLOAD]);

#endif
