#include "machine.h"

#include <string.h>

#include "safety.h"

#ifdef HOST
_Thread_local struct machine *machine_now;
_Thread_local struct blackbox *blackbox_now;
#else
struct machine M;
struct blackbox BLACKBOX __attribute__((section(".noinit")));
#endif

void machine_boot(void)
{
    enum reset_cause cause = hal_reset_cause();

    memset(&M, 0, sizeof M);
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
    power_off();
    table_init(cause);
    link_init(cause);
}

/* Sensors before decisions, decisions before drives, and last what is told of them. */
static void tick(void)
{
    M.now++;
    M.tenth = M.tenth == 9 ? 0 : (uint8_t)(M.tenth + 1);
    input_tick();
    safety_tick();
    chatter_tick();
    lease_tick();
    power_tick();
    if (motion_allowed())
        M.clock++;
    pinch_tick();
    drum_tick();
    table_tick();
    dice_tick();
    service_tick();
    selftest_tick();
    slide_tick();
    motor_tick();
    lamp_tick();
    counters_tick();
    report_tick();
    link_tick();
}

void machine_turn(void)
{
    uint32_t begun = hal_micros();
    uint16_t took;

    link_receive();
    for (uint8_t n = hal_ticks(); n; n--)
        tick();
    hal_watchdog_kick();
    took = (uint16_t)(hal_micros() - begun);
    if (took > M.loop_us)
        M.loop_us = took;
}
