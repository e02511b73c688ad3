#include "status.h"

#include <string.h>

#include "../base/activity.h"
#include "../base/analog.h"
#include "../base/clocks.h"
#include "../base/input.h"
#include "../drive/power.h"
#include "../drive/stepper.h"
#include "../safety/consent.h"
#include "../safety/fault.h"
#include "../safety/lease.h"
#include "../sorting/lane_state.h"
#include "../sorting/sort.h"
#include "../table/table.h"
#include "../units/drum.h"
#include "../units/slide_kind.h"
#include "frame.h"

REMEMBERED(struct status, status, 1);

void status_init(void)
{
    status->told_state = NONE;
}

static uint8_t flags(void)
{
    return (uint8_t)((power_ready() ? FLAG_SUPPLY : 0) | (lease->hold ? 0 : FLAG_LEASE) |
                     (in(IN_HATCH_CLOSED) ? 0 : FLAG_HATCH_OPEN) | (in(IN_ESTOP) ? FLAG_ESTOP : 0) |
                     (in(IN_LID_OPEN) ? FLAG_LID_OPEN : 0) | (lease->pins_agree ? FLAG_PINS_AGREE : 0) |
                     (consent->given ? FLAG_ASKED : 0) | (sort->begun_set ? FLAG_BEGUN : 0));
}

static uint32_t homed(void)
{
    uint32_t axes = 0;

    for (uint8_t i = 0; i < STEPPER_COUNT; i++)
        if (steppers[i].homed)
            axes |= 1UL << slide_axis(i);
    return axes;
}

static void send_status(void)
{
    struct msg_status s = {
        .state = table_shown(),
        .sorter = activity->sorter,
        .drum_set = sort->drum_set,
        .row_set = sort->row_set,
        .standing_set = sort->standing_set,
        .action = activity->action,
        .step = activity_step(),
        .percent = table_percent(),
        .fault = faults->latched ? faults->latched : faults->recovering,
        .axis = faults->latched ? faults->latched_axis : faults->recovering_axis,
        .flags = flags(),
        .homed = homed(),
        .uptime_ms = clocks->now,
    };

    for (uint8_t lane = 0; lane < LANES; lane++)
        s.stacks[lane] = lanes[lane].pairs;
    memcpy(s.inputs, inputs->raw, INPUT_BYTES);
    if (!frame_send(FRAME_TYPE_EVENT, 0, 0, CODE_STATUS, &s, sizeof s))
        return;
    status->status_ms = 0;
    status->told_state = s.state;
    status->told_fault = s.fault;
    status->told_sorter = s.sorter;
}

static void send_telemetry(void)
{
    struct msg_telemetry t = {.drum_rpm = drum_rpm()};

    for (uint8_t i = 0; i < STEPPER_COUNT; i++)
        t.positions[i] = stepper_position(i);
    for (uint8_t i = 0; i < ADC_COUNT; i++)
        t.analogs[i] = analog(i);
    memcpy(t.asserted, inputs->asserted, INPUT_BYTES);
    memcpy(t.released, inputs->released, INPUT_BYTES);
    if (frame_send(FRAME_TYPE_EVENT, 0, 0, CODE_TELEMETRY, &t, sizeof t))
        status->watch_ms = 0;
}

void status_tick(void)
{
    struct status *s = status;
    uint8_t fault = faults->latched ? faults->latched : faults->recovering;
    bool changed = s->told_state != table_shown() || s->told_fault != fault || s->told_sorter != activity->sorter;

    if (s->status_ms < UINT16_MAX)
        s->status_ms++;
    if (s->watch_ms < UINT16_MAX)
        s->watch_ms++;
    if (lease->greeted && (changed || s->status_ms >= STATUS_MS))
        send_status();
    if (lease->greeted && s->watch_period_ms && s->watch_ms >= s->watch_period_ms)
        send_telemetry();
}
