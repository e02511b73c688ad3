#include "command.h"

#include <string.h>

#include "../base/activity.h"
#include "../base/config.h"
#include "../base/input.h"
#include "../drive/stepper.h"
#include "../safety/consent.h"
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

/* Motion needs the lease, agreeing pins, whole settings and no latched fault. A key that is held is a press of its
 * own; all else needs one since the last interruption. */
enum needs { NOTHING, HELD_KEY, CONSENT };

struct entry {
    uint8_t code, size;
    uint8_t moves; /* enum needs */
};

static const struct entry HAL_FLASH entries[] = {
    {CODE_STOP, 0, NOTHING},
    {CODE_HOME, 0, CONSENT},
    {CODE_COLLECT, sizeof(struct msg_collect), CONSENT},
    {CODE_CLOSE, 0, CONSENT},
    {CODE_SHUFFLE, 0, CONSENT},
    {CODE_RAISE, 0, CONSENT},
    {CODE_LOWER, 0, CONSENT},
    {CODE_THROW_DICE, 0, CONSENT},
    {CODE_PRESS, 0, NOTHING},
    {CODE_CLEAR_FAULT, 0, NOTHING},
    {CODE_SERVICE, sizeof(struct msg_service), NOTHING},
    {CODE_JOG, sizeof(struct msg_jog), HELD_KEY},
    {CODE_MOVE, sizeof(struct msg_move), CONSENT},
    {CODE_SELF_TEST, sizeof(struct msg_self_test), CONSENT},
    {CODE_CONFIGURE, sizeof(struct msg_configure), NOTHING},
    {CODE_COMMIT_CONFIG, sizeof(struct msg_commit_config), NOTHING},
    {CODE_READ_FAULTS, 0, NOTHING},
    {CODE_READ_COUNTERS, 0, NOTHING},
    {CODE_WATCH, sizeof(struct msg_watch), NOTHING},
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
        if (entry.moves == CONSENT && !consent->given)
            return REASON_PRESS;
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
    input_forget();
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

static struct msg_reply press(void)
{
    if (lease->hold)
        return refused(REASON_LEASE);
    consent_give();
    return DONE;
}

/* In vain: whoever pressed for it has to press again. */
static struct msg_reply clear_fault(void)
{
    if (!faults->latched)
        return refused(REASON_STATE);
    if (!consent->given && !in(IN_ESTOP) && !in(IN_LID_OPEN))
        return refused(REASON_PRESS);
    if (table_clear())
        return DONE;
    consent_withdraw();
    return refused(REASON_INTERLOCK);
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
        consent_withdraw();
        table_stop();
        return DONE;
    case CODE_PRESS:
        return press();
    case CODE_CLEAR_FAULT:
        return clear_fault();
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
