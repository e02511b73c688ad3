#include "machine.h"

#include "base/blackbox.h"
#include "base/clocks.h"
#include "base/config.h"
#include "base/counters.h"
#include "base/input.h"
#include "drive/drives.h"
#include "drive/motor.h"
#include "drive/power.h"
#include "drive/stepper.h"
#include "host/session.h"
#include "host/status.h"
#include "safety/chatter.h"
#include "safety/consent.h"
#include "safety/emergency.h"
#include "safety/fault.h"
#include "safety/lease.h"
#include "safety/report.h"
#include "safety/supply.h"
#include "sorting/lane.h"
#include "sorting/sort.h"
#include "table/selftest.h"
#include "table/service.h"
#include "table/table.h"
#include "units/dice.h"
#include "units/drum.h"
#include "units/lamp.h"
#include "units/pinch.h"
#include "units/slides.h"

#ifdef HOST
void machine_use(struct machine *machine, struct blackbox *its_blackbox)
{
#define X(type, name, count) name = machine->name;
    MEMORY(X)
#undef X
    blackbox = its_blackbox;
}
#endif

void machine_boot(void)
{
    enum reset_cause cause = hal_reset_cause();

    fault_init(table_interrupt);
    blackbox_init();
    counters_init(cause);
    config_init();
    stepper_init();
    pinch_init();
    lease_init();
    drum_init();
    sort_init();
    service_init();
    report_init();
    status_init();
    drives_off();
    table_init(cause);
    session_init(cause);
}

static void sense(void)
{
    clocks_tick();
    input_tick();
    emergency_tick();
    chatter_tick();
    lease_tick();
    if (consent_tick()) {
        slide_pause_all();
        lane_hold_all();
    }
    power_tick();
    supply_tick();
    if (motion_allowed())
        clocks->moving++;
}

/* Sensors before decisions, decisions before drives, and last what is told of them. */
static void tick(void)
{
    sense();
    pinch_tick();
    drum_tick();
    table_tick();
    dice_tick();
    service_tick();
    selftest_tick();
    slide_tick();
    motor_tick(motion_allowed());
    lamp_tick();
    counters_tick(sort->drum_set, sort->row_set, sort->standing_set, sort->begun_set);
    status_tick();
    report_tick();
    session_tick();
}

void machine_turn(void)
{
    uint32_t begun = hal_micros();
    uint16_t took;

    session_receive();
    for (uint8_t n = hal_ticks(); n; n--)
        tick();
    hal_watchdog_kick();
    took = (uint16_t)(hal_micros() - begun);
    if (took > clocks->loop_us)
        clocks->loop_us = took;
}
