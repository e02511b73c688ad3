#include "fault.h"

#include <string.h>

#include "../base/activity.h"
#include "../base/analog.h"
#include "../base/blackbox.h"
#include "../base/clocks.h"
#include "../base/counters.h"
#include "../base/events.h"
#include "../base/input.h"
#include "../drive/drives.h"
#include "consent.h"

REMEMBERED(struct faults, faults, 1);

struct kind {
    uint8_t code, cls, attempts, lanes;
};

#define X(name, cls, attempts, per_lane) {FAULT_##name, cls, attempts, (per_lane) ? LANES : 1},
static const struct kind HAL_FLASH kinds[] = {FAULTS(X)};
#undef X

static struct kind kind_of(uint8_t code)
{
    struct kind kind;

    for (uint8_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        hal_flash_copy(&kind, &kinds[i], sizeof kind);
        if (code >= kind.code && code < kind.code + kind.lanes)
            return kind;
    }
    return (struct kind){code, CLASS_LOCKOUT, 0, 1};
}

void fault_init(void (*interrupt)(void))
{
    faults->interrupt = interrupt;
    faults->latched_axis = NONE;
    faults->recovering_axis = NONE;
}

uint8_t fault_class(uint8_t code)
{
    return kind_of(code).cls;
}

uint8_t fault_attempts(uint8_t code)
{
    return kind_of(code).attempts;
}

static void tell(uint8_t place)
{
    const uint8_t data[2] = {place, false};

    if (!event_fits() && !events->overflowed) {
        fault_event_lost();
        return;
    }
    event_put(CODE_FAULT, data, sizeof data);
}

static void record(uint8_t code, uint8_t axis, int16_t detail, uint8_t outcome, uint8_t attempt)
{
    struct msg_fault f = {
        .code = code,
        .axis = axis,
        .outcome = outcome,
        .attempt = attempt,
        .state = activity->state,
        .step = activity_step(),
        .action = activity->action,
        .detail = detail,
        .current = analog_of(axis) == NONE ? 0 : analog(analog_of(axis)),
        .at_ms = clocks->now,
        .cycle = counters->now.cycles,
    };

    memcpy(f.before, input_before(), INPUT_BYTES);
    memcpy(f.after, inputs->stable, INPUT_BYTES);
    tell(blackbox_add(&f));
}

void fault_recovering(uint8_t code, uint8_t axis, int16_t detail, uint8_t attempt)
{
    if (attempt == 1)
        faults->ladders++;
    faults->recovering = code;
    faults->recovering_axis = axis;
    record(code, axis, detail, OUTCOME_RECOVERING, attempt);
}

void fault_ladder_ended(void)
{
    if (!faults->ladders || !--faults->ladders)
        fault_ladders_end();
}

void fault_ladders_end(void)
{
    faults->ladders = 0;
    faults->recovering = 0;
    faults->recovering_axis = NONE;
}

void fault_cleared(uint8_t code, uint8_t axis)
{
    fault_ladder_ended();
    counters->now.recovered++;
    record(code, axis, 0, OUTCOME_CLEARED, 0);
}

void fault_warn(uint8_t code, uint8_t axis, int16_t detail)
{
    record(code, axis, detail, OUTCOME_WARNING, 0);
}

void fault_event_lost(void)
{
    events->overflows++;
    if (events->overflowed)
        return;
    events->overflowed = true;
    fault_warn(FAULT_EVENT_OVERFLOW, NONE, (int16_t)events->overflows);
}

void fault_latch(uint8_t code, uint8_t axis, int16_t detail)
{
    bool lockout = fault_class(code) == CLASS_LOCKOUT;

    record(code, axis, detail, OUTCOME_LATCHED, 0);
    counters->now.latched++;
    consent_withdraw();
    fault_ladders_end();
    if (!faults->latched || (lockout && fault_class(faults->latched) != CLASS_LOCKOUT)) {
        faults->latched = code;
        faults->latched_axis = axis;
    }
    if (lockout || code == FAULT_LID_OPEN || code == FAULT_MOTOR_SUPPLY || code == FAULT_HOST_LOST)
        drives_off();
    else
        drives_stop();
    faults->interrupt();
}

void fault_lasts(enum lasting what, uint8_t code, int16_t detail)
{
    uint8_t bit = (uint8_t)(1 << what);

    if (faults->told & bit)
        return;
    faults->told |= bit;
    fault_latch(code, NONE, detail);
}

bool fault_told(enum lasting what)
{
    return faults->told & (1 << what);
}

bool fault_clear(void)
{
    if (in(IN_ESTOP) || in(IN_LID_OPEN))
        return false;
    faults->latched = 0;
    faults->latched_axis = NONE;
    faults->told = 0;
    return true;
}
