#include "payload.h"

#include <string.h>

#include "../base/blackbox.h"
#include "../base/clocks.h"
#include "../base/counters.h"
#include "../base/events.h"
#include "frame.h"

static uint8_t fault_payload(const uint8_t *data, uint8_t *payload)
{
    struct msg_fault fault = blackbox->record[data[0]];

    if (data[1])
        fault.outcome = OUTCOME_RECORDED;
    memcpy(payload, &fault, sizeof fault);
    return sizeof fault;
}

static uint8_t counters_payload(uint8_t *payload)
{
    const struct counts *counts = &counters->now;
    struct msg_counters c = {
        .cycles = counts->cycles,
        .boots = counts->boots,
        .watchdogs = counts->watchdogs,
        .recovered = counts->recovered,
        .latched = counts->latched,
        .damaged = frames->damaged,
        .repeated = frames->repeated,
        .overflows = events->overflows,
        .longest_loop_us = clocks->loop_us,
        .free_ram = hal_free_ram(),
    };

    memcpy(payload, &c, sizeof c);
    return sizeof c;
}

uint8_t payload_front(uint8_t *code, uint8_t payload[MAX_PAYLOAD])
{
    const struct event *e = &events->queue[events->head];
    uint8_t size;

    if (events->count == 0)
        return 0;
    *code = e->code;
    switch (e->code) {
    case CODE_FAULT:
        return fault_payload(e->data, payload);
    case CODE_COUNTERS:
        return counters_payload(payload);
    case CODE_DONE:
        size = sizeof(struct msg_done);
        break;
    case CODE_DICE_FELL:
        size = sizeof(struct msg_dice_fell);
        break;
    default:
        size = EVENT_DATA;
    }
    memcpy(payload, e->data, size);
    return size;
}
