#include "emergency.h"

#include "../base/input.h"
#include "consent.h"
#include "fault.h"

void emergency_tick(void)
{
    if (in_fast(IN_ESTOP))
        fault_lasts(LASTS_ESTOP, FAULT_ESTOP, IN_ESTOP);
    if (in_fast(IN_LID_OPEN))
        fault_lasts(LASTS_LID, FAULT_LID_OPEN, IN_LID_OPEN);
    if (in(IN_ESTOP) || in(IN_LID_OPEN))
        consent_bar(); /* whoever presses meanwhile has to press again afterwards */
}
