#include "chatter.h"

#include <string.h>

#include "../base/input.h"
#include "../drive/power.h"
#include "fault.h"

REMEMBERED(struct chatter, chatter, 1);

/* The tach, the fastest of all, gives 20 edges in a second at 50 turns per minute. */
#define MOST_EDGES 24

/* Axis that an input serves; the order of the table is that of the numbers: direct ones first. */
#define X(name, port, bit, high, pull, lane, axis) [IN_##name] = axis,
#define Y(name, place, high, lane, axis) [IN_##name] = axis,
static const uint8_t axis_of[IN_COUNT] = {INPUTS_DIRECT(X) INPUTS_SHIFTED(Y)};
#undef X
#undef Y

static void edge(uint8_t input)
{
    struct chatter *c = chatter;

    if (++c->edges[input] != MOST_EDGES || !power->on || faults->latched)
        return;
    fault_latch(FAULT_SENSOR_IMPLAUSIBLE, axis_of[input], input);
}

void chatter_tick(void)
{
    struct chatter *c = chatter;

    if (++c->ms >= 1000) {
        c->ms = 0;
        memset(c->edges, 0, sizeof c->edges);
    }
    for (uint8_t i = 0; i < INPUT_BYTES; i++) {
        uint8_t changed = inputs->raw[i] ^ c->last[i];

        c->last[i] = inputs->raw[i];
        for (uint8_t bit = 0; changed; bit++, changed >>= 1)
            if (changed & 1)
                edge((uint8_t)(8 * i + bit));
    }
}
