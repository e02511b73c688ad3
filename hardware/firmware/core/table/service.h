/* Single axes, moved by a person who holds a key, at homing speed. */
#ifndef JANTAKU_SERVICE_H
#define JANTAKU_SERVICE_H

#include "../../hal.h"
#include "../base/activity.h"
#include "../base/memory.h"

struct service {
    uint8_t axis; /* that moves, NONE for none */
    uint8_t action; /* of a whole move, 0 for a jog */
    uint8_t until;  /* input that ends a move, NONE for none */
    uint16_t left_ms;
};

REMEMBERS(struct service, service, 1);

void service_init(void);
bool service_jog(const uint8_t *payload);
struct start service_move(const uint8_t *payload);
void service_stop(void);
void service_tick(void);

#endif
