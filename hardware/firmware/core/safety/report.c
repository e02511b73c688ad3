#include "report.h"

#include <string.h>

#include "../base/blackbox.h"
#include "../base/events.h"
#include "fault.h"

REMEMBERED(struct report, report, 1);

/* Kept free for what a running action still has to tell. */
#define RESERVE 8

static void push(uint8_t code, const void *data, uint8_t size)
{
    if (!event_fits()) {
        fault_event_lost();
        return;
    }
    events->overflowed = false;
    event_put(code, data, size);
}

void report_init(void)
{
    report->reading = NONE;
}

void report_done(uint8_t action, uint8_t outcome)
{
    struct msg_done done = {action, outcome};

    if (action)
        push(CODE_DONE, &done, sizeof done);
}

void report_walls(uint8_t set, const uint8_t stacks[LANES])
{
    struct msg_walls_presented walls = {.set = set};

    memcpy(walls.stacks, stacks, LANES);
    push(CODE_WALLS_PRESENTED, &walls, sizeof walls);
}

void report_dice(const uint8_t dice[2], bool spun)
{
    struct msg_dice_fell fell = {{dice[0], dice[1]}, spun};

    push(CODE_DICE_FELL, &fell, sizeof fell);
}

void report_tested(uint8_t axis, uint8_t input, uint8_t verdict, int16_t measured)
{
    struct msg_part_tested tested = {axis, input, verdict, measured};

    push(CODE_PART_TESTED, &tested, sizeof tested);
}

void report_counters(void)
{
    push(CODE_COUNTERS, "", 0);
}

void report_blackbox(uint8_t action)
{
    report->reading = 0;
    report->reading_action = action;
}

bool report_has_room(void)
{
    return events->count + RESERVE <= EVENT_QUEUE;
}

bool report_full(void)
{
    return events->count + 1 >= EVENT_QUEUE;
}

void report_tick(void)
{
    struct report *r = report;

    if (r->reading == NONE || events->count)
        return;
    if (r->reading < blackbox->count) {
        uint8_t data[2] = {blackbox_place(r->reading++), true};

        push(CODE_FAULT, data, sizeof data);
        return;
    }
    r->reading = NONE;
    report_done(r->reading_action, OUTCOME_DONE);
}
