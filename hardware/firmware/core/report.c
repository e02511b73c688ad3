#include <string.h>

#include "machine.h"

/* Kept free for what a running action still has to tell. */
#define RESERVE 8

static struct event *newest(void)
{
    struct report *r = &M.report;

    if (r->count < EVENT_QUEUE)
        r->count++;
    return &r->queue[(r->head + r->count - 1) % EVENT_QUEUE];
}

static void push(uint8_t code, const void *data, uint8_t size)
{
    bool full = M.report.count == EVENT_QUEUE;
    struct event *e;

    if (full) {
        /* The fault takes the place of the newest event; while it stands there, nothing more is told. */
        M.report.overflows++;
        if (M.report.overflowed)
            return;
        M.report.overflowed = true;
        fault_warn(FAULT_EVENT_OVERFLOW, NONE, (int16_t)M.report.overflows);
        return;
    }
    M.report.overflowed = false;
    e = newest();
    e->code = code;
    memcpy(e->data, data, size);
}

void report_init(void)
{
    M.report.reading = NONE;
    M.report.told_state = NONE;
}

void report_done(uint8_t action, uint8_t outcome)
{
    struct msg_done done = {action, outcome};

    if (action)
        push(CODE_DONE, &done, sizeof done);
}

void report_walls(void)
{
    struct msg_walls_presented walls = {.set = M.table.standing_set};

    for (uint8_t lane = 0; lane < LANES; lane++)
        walls.stacks[lane] = M.sort.raised[lane];
    push(CODE_WALLS_PRESENTED, &walls, sizeof walls);
}

void report_dice(const uint8_t dice[2], bool spun)
{
    struct msg_dice_fell fell = {{dice[0], dice[1]}, spun};

    push(CODE_DICE_FELL, &fell, sizeof fell);
}

void report_fault(uint8_t record)
{
    struct event *e;

    if (M.report.count == EVENT_QUEUE && !M.report.overflowed) {
        push(CODE_FAULT, "", 0);
        return;
    }
    e = newest();
    e->code = CODE_FAULT;
    e->data[0] = record;
    e->data[1] = false;
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
    M.report.reading = 0;
    M.report.reading_action = action;
}

bool report_has_room(void)
{
    return M.report.count + RESERVE <= EVENT_QUEUE;
}

bool report_full(void)
{
    return M.report.count + 1 >= EVENT_QUEUE;
}

static uint8_t fault_payload(const uint8_t *data, uint8_t *payload)
{
    struct msg_fault fault = BLACKBOX.record[data[0]];

    if (data[1])
        fault.outcome = OUTCOME_RECORDED;
    memcpy(payload, &fault, sizeof fault);
    return sizeof fault;
}

static uint8_t counters_payload(uint8_t *payload)
{
    const struct counts *counts = &M.counters.now;
    struct msg_counters c = {
        .cycles = counts->cycles,
        .boots = counts->boots,
        .watchdogs = counts->watchdogs,
        .recovered = counts->recovered,
        .latched = counts->latched,
        .damaged = M.link.damaged,
        .repeated = M.link.repeated,
        .overflows = M.report.overflows,
        .longest_loop_us = M.loop_us,
        .free_ram = hal_free_ram(),
    };

    memcpy(payload, &c, sizeof c);
    return sizeof c;
}

uint8_t report_front(uint8_t *code, uint8_t payload[MAX_PAYLOAD])
{
    const struct event *e = &M.report.queue[M.report.head];
    uint8_t size;

    if (M.report.count == 0)
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

void report_pop(void)
{
    M.report.head = (uint8_t)((M.report.head + 1) % EVENT_QUEUE);
    M.report.count--;
}

static uint8_t flags(void)
{
    return (uint8_t)((power_ready() ? FLAG_SUPPLY : 0) | (M.lease.hold ? 0 : FLAG_LEASE) |
                     (in(IN_HATCH_CLOSED) ? 0 : FLAG_HATCH_OPEN) | (in(IN_ESTOP) ? FLAG_ESTOP : 0) |
                     (in(IN_LID_OPEN) ? FLAG_LID_OPEN : 0) | (M.link.pins_agree ? FLAG_PINS_AGREE : 0));
}

static uint32_t homed(void)
{
    uint32_t axes = 0;

    for (uint8_t i = 0; i < STEPPER_COUNT; i++)
        if (M.slide[i].homed)
            axes |= 1UL << slide_axis(i);
    return axes;
}

static void send_status(void)
{
    struct msg_status s = {
        .state = table_shown(),
        .sorter = M.sort.state,
        .drum_set = M.sort.drum_set,
        .row_set = M.sort.row_set,
        .standing_set = M.table.standing_set,
        .action = M.table.action,
        .step = table_step(),
        .percent = table_percent(),
        .fault = M.fault.latched ? M.fault.latched : M.fault.recovering,
        .axis = M.fault.latched ? M.fault.latched_axis : M.fault.recovering_axis,
        .flags = flags(),
        .homed = homed(),
        .uptime_ms = M.now,
    };

    for (uint8_t lane = 0; lane < LANES; lane++)
        s.stacks[lane] = M.lane[lane].pairs;
    memcpy(s.inputs, M.input.raw, INPUT_BYTES);
    if (!link_send(FRAME_TYPE_EVENT, 0, 0, CODE_STATUS, &s, sizeof s))
        return;
    M.report.status_ms = 0;
    M.report.told_state = s.state;
    M.report.told_fault = s.fault;
    M.report.told_sorter = s.sorter;
}

static void send_telemetry(void)
{
    struct msg_telemetry t = {.drum_rpm = drum_rpm()};

    for (uint8_t i = 0; i < STEPPER_COUNT; i++)
        t.positions[i] = stepper_position(i);
    for (uint8_t i = 0; i < ADC_COUNT; i++)
        t.analogs[i] = analog(i);
    if (link_send(FRAME_TYPE_EVENT, 0, 0, CODE_TELEMETRY, &t, sizeof t))
        M.report.watch_ms = 0;
}

/* One record at a time, and only into an empty queue: reading the past never crowds out the present. */
static void read_on(void)
{
    struct report *r = &M.report;

    if (r->reading == NONE || r->count)
        return;
    if (r->reading < BLACKBOX.count) {
        uint8_t data[2] = {blackbox_place(r->reading++), true};

        push(CODE_FAULT, data, sizeof data);
        return;
    }
    r->reading = NONE;
    report_done(r->reading_action, OUTCOME_DONE);
}

void report_tick(void)
{
    struct report *r = &M.report;
    uint8_t fault = M.fault.latched ? M.fault.latched : M.fault.recovering;
    bool changed = r->told_state != table_shown() || r->told_fault != fault || r->told_sorter != M.sort.state;

    if (r->status_ms < UINT16_MAX)
        r->status_ms++;
    if (r->watch_ms < UINT16_MAX)
        r->watch_ms++;
    if (M.link.greeted && (changed || r->status_ms >= STATUS_MS))
        send_status();
    if (M.link.greeted && r->watch_period_ms && r->watch_ms >= r->watch_period_ms)
        send_telemetry();
    read_on();
}
