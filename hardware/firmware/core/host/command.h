/* Commands of the host: whether each is allowed now, and what it begins. */
#ifndef JANTAKU_COMMAND_H
#define JANTAKU_COMMAND_H

#include "../../hal.h"

struct msg_reply command_execute(uint8_t code, const uint8_t *payload, uint8_t size);

#endif
