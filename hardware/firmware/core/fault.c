#include <string.h>

#include "machine.h"

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

uint8_t fault_class(uint8_t code)
{
    return kind_of(code).cls;
}

uint8_t fault_attempts(uint8_t code)
{
    return kind_of(code).attempts;
}

static void record(uint8_t code, uint8_t axis, int16_t detail, uint8_t outcome, uint8_t attempt)
{
    struct msg_fault f = {
        .code = code,
        .axis = axis,
        .outcome = outcome,
        .attempt = attempt,
        .state = M.table.state,
        .step = table_step(),
        .action = M.table.action,
        .detail = detail,
        .current = analog_of(axis) == NONE ? 0 : analog(analog_of(axis)),
        .at_ms = M.now,
        .cycle = M.counters.now.cycles,
    };

    memcpy(f.before, input_before(), INPUT_BYTES);
    memcpy(f.after, M.input.stable, INPUT_BYTES);
    report_fault(blackbox_add(&f));
}

void fault_recovering(uint8_t code, uint8_t axis, int16_t detail, uint8_t attempt)
{
    if (attempt == 1)
        M.fault.ladders++;
    M.fault.recovering = code;
    M.fault.recovering_axis = axis;
    record(code, axis, detail, OUTCOME_RECOVERING, attempt);
}

static void ladder_ended(void)
{
    if (M.fault.ladders && --M.fault.ladders)
        return;
    M.fault.recovering = 0;
    M.fault.recovering_axis = NONE;
}

void fault_cleared(uint8_t code, uint8_t axis)
{
    ladder_ended();
    M.counters.now.recovered++;
    record(code, axis, 0, OUTCOME_CLEARED, 0);
}

void fault_warn(uint8_t code, uint8_t axis, int16_t detail)
{
    record(code, axis, detail, OUTCOME_WARNING, 0);
}

void fault_latch(uint8_t code, uint8_t axis, int16_t detail)
{
    bool lockout = fault_class(code) == CLASS_LOCKOUT;

    record(code, axis, detail, OUTCOME_LATCHED, 0);
    M.counters.now.latched++;
    M.fault.ladders = 0;
    M.fault.recovering = 0;
    if (!M.fault.latched || (lockout && fault_class(M.fault.latched) != CLASS_LOCKOUT)) {
        M.fault.latched = code;
        M.fault.latched_axis = axis;
    }
    if (lockout || code == FAULT_LID_OPEN || code == FAULT_MOTOR_SUPPLY || code == FAULT_HOST_LOST)
        power_off();
    table_interrupt();
}

void fault_lasts(enum lasting what, uint8_t code, int16_t detail)
{
    uint8_t bit = (uint8_t)(1 << what);

    if (M.fault.told & bit)
        return;
    M.fault.told |= bit;
    fault_latch(code, NONE, detail);
}

bool fault_clear(void)
{
    if (in(IN_ESTOP) || in(IN_LID_OPEN))
        return false;
    if (M.fault.latched == FAULT_CONFIG && !M.link.pins_agree)
        return false;
    M.fault.latched = 0;
    M.fault.latched_axis = NONE;
    M.fault.told = 0;
    return true;
}
