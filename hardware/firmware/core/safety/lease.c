#include "lease.h"

#include "../drive/power.h"
#include "consent.h"
#include "fault.h"

REMEMBERED(struct lease, lease, 1);

void lease_init(void)
{
    *lease = (struct lease){.hold = true, .silent_ms = POWER_OFF_MS};
}

/* A lease of no time gives it back. */
void lease_renew(uint16_t ms)
{
    lease->hold = ms == 0;
    if (lease->hold)
        consent_withdraw();
    lease->left_ms = ms < HOLD_MS ? ms : HOLD_MS;
    lease->silent_ms = 0;
}

void lease_tick(void)
{
    struct lease *l = lease;

    if (l->left_ms && --l->left_ms == 0) {
        l->hold = true;
        consent_withdraw();
    }
    if (l->silent_ms < POWER_OFF_MS)
        l->silent_ms++;
    if (l->silent_ms >= POWER_OFF_MS && power->on)
        fault_latch(FAULT_HOST_LOST, NONE, (int16_t)l->silent_ms);
}

bool motion_allowed(void)
{
    return power_ready() && consent->given && !lease->hold && !faults->latched;
}
