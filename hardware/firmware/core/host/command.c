#include "command.h"

#include <string.h>

#include "../base/activity.h"
#include "../base/config.h"
#include "../drive/stepper.h"
#include "../safety/fault.h"
#include "../safety/lease.h"
#include "../safety/report.h"
#include "../table/selftest.h"
#include "../table/service.h"
#include "../table/table.h"
#include "../units/dice.h"
#include "../units/pinch.h"
#include "status.h"

#define DONE ((struct msg_reply){ANSWER_DONE, REASON_NONE, 0})

static struct msg_reply refused(uint8_t reason)
{
    return (struct msg_reply){ANSWER_REFUSED, reason, 0};
}

static struct msg_reply done_or(bool done, uint8_t reason)
{
    return done ? DONE : refused(reason);
}

/* A table command gives the number of its action, or 0 and the reason. */
static struct msg_reply accepted(struct start start)
{
    return start.action ? (struct msg_reply){ANSWER_ACCEPTED, REASON_NONE, start.action}
                        : refused(start.reason);
}

struct entry {
    uint8_t code, size;
    bool moves; /* needs the lease, agreeing pins, whole settings, no latched fault */
};

static const struct entry HAL_FLASH entries[] = {
    {CODE_STOP, 0, false},
    {CODE_HOME, 0, true},
    {CODE_COLLECT, sizeof(struct msg_collect), true},
    {CODE_CLOSE, 0, true},
    {CODE_SHUFFLE, 0, true},
    {CODE_RAISE, 0, true},
    {CODE_LOWER, 0, true},
    {CODE_THROW_DICE, 0, true},
    {CODE_CLEAR_FAULT, 0, false},
    {CODE_SERVICE, sizeof(struct msg_service), false},
    {CODE_JOG, sizeof(struct msg_jog), true},
    {CODE_MOVE, sizeof(struct msg_move), true},
    {CODE_SELF_TEST, sizeof(struct msg_self_test), true},
    {CODE_CONFIGURE, sizeof(struct msg_configure), false},
    {CODE_COMMIT_CONFIG, sizeof(struct msg_commit_config), false},
    {CODE_READ_FAULTS, 0, false},
    {CODE_READ_COUNTERS, 0, false},
    {CODE_WATCH, sizeof(struct msg_watch), false},
};

static uint8_t forbidden(uint8_t code, uint8_t size)
{
    struct entry entry;

    for (uint8_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        hal_flash_copy(&entry, &entries[i], sizeof entry);
        if (entry.code != code)
            continue;
        if (entry.size != size)
            return REASON_UNKNOWN;
        if (!entry.moves)
            return REASON_NONE;
        if (!lease->pins_agree)
            return REASON_PINS;
        if (config->half_sent)
            return REASON_CONFIG;
        if (faults->latched)
            return REASON_STATE;
        if (lease->hold)
            return REASON_LEASE;
        return report_has_room() ? REASON_NONE : REASON_QUEUE;
    }
    return REASON_UNKNOWN;
}

static struct msg_reply configure(const uint8_t *payload)
{
    struct msg_configure c;

    memcpy(&c, payload, sizeof c);
    if (table_moving())
        return refused(REASON_BUSY);
    return done_or(config_propose(c.key, c.value), REASON_ARGUMENT);
}

static struct msg_reply watch(const uint8_t *payload)
{
    struct msg_watch w;

    memcpy(&w, payload, sizeof w);
    status->watch_period_ms = w.period_ms;
    return DONE;
}

/* Both sides name the same settings, or they are of different releases. */
static struct msg_reply commit(const uint8_t *payload)
{
    if (table_moving())
        return refused(REASON_BUSY);
    if (config_commit((uint16_t)(payload[0] | payload[1] << 8))) {
        stepper_init();
        pinch_init();
        return DONE;
    }
    fault_latch(FAULT_CONFIG, NONE, (int16_t)config->crc);
    return refused(REASON_CONFIG);
}

static struct msg_reply read_faults(void)
{
    struct start start = activity_number();

    report_blackbox(start.action);
    return accepted(start);
}

/* Commands that ask or set something. */
static struct msg_reply ask(uint8_t code, const uint8_t *payload)
{
    switch (code) {
    case CODE_CONFIGURE:
        return configure(payload);
    case CODE_COMMIT_CONFIG:
        return commit(payload);
    case CODE_READ_FAULTS:
        return read_faults();
    case CODE_READ_COUNTERS:
        report_counters();
        return DONE;
    case CODE_WATCH:
        return watch(payload);
    default:
        return refused(REASON_UNKNOWN);
    }
}

struct msg_reply command_execute(uint8_t code, const uint8_t *payload, uint8_t size)
{
    uint8_t reason = forbidden(code, size);

    if (reason)
        return refused(reason);
    switch (code) {
    case CODE_STOP:
        table_stop();
        return DONE;
    case CODE_CLEAR_FAULT:
        if (!faults->latched)
            return refused(REASON_STATE);
        return done_or(table_clear(), REASON_INTERLOCK);
    case CODE_THROW_DICE:
        return accepted(dice_throw());
    case CODE_SERVICE:
        return done_or(table_service(payload[0]), REASON_STATE);
    case CODE_JOG:
        return done_or(!selftest->action && service_jog(payload), REASON_STATE);
    case CODE_MOVE:
        return selftest->action ? refused(REASON_STATE) : accepted(service_move(payload));
    case CODE_SELF_TEST:
        return accepted(selftest_start(payload[0]));
    case CODE_HOME:
    case CODE_COLLECT:
    case CODE_CLOSE:
    case CODE_SHUFFLE:
    case CODE_RAISE:
    case CODE_LOWER:
        return accepted(table_command(code, payload[0]));
    default:
        return ask(code, payload);
    }
}
