#include "events.h"

#include <string.h>

REMEMBERED(struct events, events, 1);

bool event_fits(void)
{
    return events->count < EVENT_QUEUE;
}

void event_put(uint8_t code, const void *data, uint8_t size)
{
    struct events *q = events;
    struct event *e;

    if (event_fits())
        q->count++;
    e = &q->queue[(q->head + q->count - 1) % EVENT_QUEUE];
    e->code = code;
    memcpy(e->data, data, size);
}

void event_pop(void)
{
    events->head = (uint8_t)((events->head + 1) % EVENT_QUEUE);
    events->count--;
}
