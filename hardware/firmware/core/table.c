#include "machine.h"

void table_init(enum reset_cause cause)
{
    M.table.state = MACHINE_STATE_UNHOMED;
    M.table.standing_set = M.counters.now.standing_set;
    M.fault.latched_axis = NONE;
    M.fault.recovering_axis = NONE;
    if (cause == RESET_CAUSE_WATCHDOG)
        fault_latch(FAULT_WATCHDOG_RESET, NONE, 0);
    if (cause == RESET_CAUSE_BROWNOUT)
        fault_latch(FAULT_BROWNOUT, NONE, 0);
}

void table_enter(uint8_t state)
{
    M.table.state = state;
    M.table.step = 0;
    M.table.attempt = 0;
    M.table.step_at = M.clock;
}

void table_next(void)
{
    M.table.step++;
    M.table.step_at = M.clock;
}

uint32_t table_step_ms(void)
{
    return M.clock - M.table.step_at;
}

uint8_t table_resting(void)
{
    return M.sort.state == SORTER_STAGED ? MACHINE_STATE_STAGED : MACHINE_STATE_READY;
}

static void end_action(uint8_t outcome)
{
    report_done(M.table.action, outcome);
    M.table.action = 0;
}

void table_finish(uint8_t state)
{
    table_enter(state);
    end_action(OUTCOME_DONE);
}

struct start table_number(void)
{
    M.table.last_action = (uint8_t)(M.table.last_action % 255 + 1);
    return (struct start){M.table.last_action, REASON_NONE};
}

static struct start refuse(uint8_t reason)
{
    return (struct start){0, reason};
}

static struct start begin(uint8_t state)
{
    struct start start = table_number();

    M.table.action = start.action;
    table_enter(state);
    return start;
}

static struct start collect(uint8_t set)
{
    uint8_t state = M.table.state;

    if (set > 1)
        return refuse(REASON_ARGUMENT);
    if (state != MACHINE_STATE_READY && state != MACHINE_STATE_STAGED && state != MACHINE_STATE_PRESENTED)
        return refuse(REASON_STATE);
    if (M.sort.drum_set != NONE && M.sort.drum_set != set)
        return refuse(REASON_INTERLOCK);
    M.table.collect_set = set;
    return begin(MACHINE_STATE_OPENING);
}

static struct start shuffle(void)
{
    struct start start;

    if (M.table.state != MACHINE_STATE_READY && M.table.state != MACHINE_STATE_PRESENTED)
        return refuse(REASON_STATE);
    if (M.sort.drum_set == NONE || M.sort.row_set != NONE || !in(IN_HATCH_CLOSED))
        return refuse(REASON_INTERLOCK);
    start = table_number();
    M.table.action = start.action;
    if (M.table.state == MACHINE_STATE_READY)
        table_enter(MACHINE_STATE_SORTING);
    sort_begin();
    return start;
}

static struct start only_in(uint8_t needed, uint8_t state)
{
    return M.table.state == needed ? begin(state) : refuse(REASON_STATE);
}

struct start table_command(uint8_t code, uint8_t argument)
{
    if (M.table.action)
        return refuse(REASON_BUSY);
    if (code == CODE_HOME)
        return only_in(MACHINE_STATE_UNHOMED, MACHINE_STATE_HOMING);
    if (!slide_homed_all())
        return refuse(REASON_UNHOMED);
    if (!power_ready())
        return refuse(REASON_SUPPLY);
    switch (code) {
    case CODE_COLLECT:
        return collect(argument);
    case CODE_CLOSE:
        return only_in(MACHINE_STATE_INTAKE, MACHINE_STATE_CLOSING);
    case CODE_SHUFFLE:
        return shuffle();
    case CODE_RAISE:
        if (!in(IN_HATCH_CLOSED) || !sort_rows_full())
            return refuse(M.table.state == MACHINE_STATE_STAGED ? REASON_INTERLOCK : REASON_STATE);
        return only_in(MACHINE_STATE_STAGED, MACHINE_STATE_RAISING);
    default:
        return only_in(MACHINE_STATE_PRESENTED, MACHINE_STATE_LOWERING);
    }
}

void table_stop(void)
{
    sort_interrupt();
    service_stop();
    selftest_abort();
    drum_stop();
    power_off();
    if (M.sort.state == SORTER_SORTING)
        M.sort.state = SORTER_EMPTY;
    end_action(OUTCOME_STOPPED);
    table_enter(MACHINE_STATE_UNHOMED);
}

void table_interrupt(void)
{
    sort_interrupt();
    service_stop();
    selftest_abort();
    drum_stop();
    motor_stop_all();
    slide_cancel_all();
}

/* The hatch may open for the tiles that are missing; the rows keep what they hold. */
static void leave_half_sorted(void)
{
    M.sort.state = SORTER_EMPTY;
    end_action(OUTCOME_STOPPED);
    if (M.table.state == MACHINE_STATE_SORTING)
        table_enter(MACHINE_STATE_READY);
}

bool table_clear(void)
{
    bool missing = M.fault.latched == FAULT_COUNT_SHORT && M.sort.state == SORTER_SORTING;

    if (!fault_clear())
        return false;
    if (missing && slide_homed_all())
        leave_half_sorted();
    else
        table_resume();
    return true;
}

void table_resume(void)
{
    if (!slide_homed_all()) {
        table_stop();
        return;
    }
    table_enter(M.table.state);
    if (M.sort.state == SORTER_SORTING)
        sort_resume();
}

static void sorting_tick(void)
{
    sort_tick();
    if (M.sort.state != SORTER_STAGED)
        return;
    if (M.table.state == MACHINE_STATE_SORTING)
        table_finish(MACHINE_STATE_STAGED);
    else
        end_action(OUTCOME_DONE);
}

void table_tick(void)
{
    bool power_up = M.table.state == MACHINE_STATE_HOMING && M.table.step == 0;

    if ((!motion_allowed() && !power_up) || M.fault.latched || M.lease.hold || pinch_running())
        return;
    if (M.sort.state == SORTER_SORTING)
        sorting_tick();
    else if (M.table.state != MACHINE_STATE_SERVICE)
        lane_watch_idle((uint8_t)(M.now % LANES));
    switch (M.table.state) {
    case MACHINE_STATE_HOMING:
        home_tick();
        break;
    case MACHINE_STATE_OPENING:
        open_tick();
        break;
    case MACHINE_STATE_CLOSING:
        close_tick();
        break;
    case MACHINE_STATE_RAISING:
        raise_tick();
        break;
    case MACHINE_STATE_LOWERING:
        lower_tick();
        break;
    default:
        break;
    }
}

bool table_moving(void)
{
    return M.table.action || M.dice.action || M.selftest.action || M.service.axis != NONE;
}

uint8_t table_shown(void)
{
    uint8_t fault = M.fault.latched;

    if (fault == FAULT_ESTOP || fault == FAULT_LID_OPEN)
        return MACHINE_STATE_ESTOP;
    if (fault)
        return MACHINE_STATE_FAULT;
    if (M.lease.hold && M.power.on)
        return MACHINE_STATE_HOLD;
    if (M.fault.recovering)
        return MACHINE_STATE_RECOVERING;
    return M.table.state;
}

uint8_t table_step(void)
{
    return M.sort.state == SORTER_SORTING ? (uint8_t)(0x10 | M.sort.step) : M.table.step;
}

uint8_t table_percent(void)
{
    if (M.sort.state == SORTER_SORTING)
        return sort_percent();
    return M.table.action ? (uint8_t)(M.table.step < 4 ? 25 * M.table.step : 90) : 100;
}
