#include "machine.h"

void lease_init(void)
{
    M.lease = (struct lease){.hold = true, .silent_ms = POWER_OFF_MS};
}

void lease_renew(uint16_t ms)
{
    M.lease = (struct lease){.hold = ms == 0, .left_ms = ms < HOLD_MS ? ms : HOLD_MS};
    /* Nobody has to clear what has ended by itself; the axes must be homed all the same. */
    if (M.fault.latched == FAULT_HOST_LOST && fault_clear()) {
        fault_cleared(FAULT_HOST_LOST, NONE);
        table_resume();
    }
}

void lease_tick(void)
{
    struct lease *l = &M.lease;

    if (l->silent_ms < POWER_OFF_MS)
        l->silent_ms++;
    if (l->left_ms && --l->left_ms == 0) {
        l->hold = true;
        slide_pause_all();
    }
    if (l->silent_ms >= POWER_OFF_MS && M.power.on)
        fault_latch(FAULT_HOST_LOST, NONE, (int16_t)l->silent_ms);
}
