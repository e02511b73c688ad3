#include "safety.h"

#include "machine.h"

void safety_tick(void)
{
    if (in_fast(IN_ESTOP) && M.fault.latched != FAULT_ESTOP)
        fault_latch(FAULT_ESTOP, NONE, IN_ESTOP);
    if (in_fast(IN_LID_OPEN) && M.fault.latched != FAULT_ESTOP && M.fault.latched != FAULT_LID_OPEN)
        fault_latch(FAULT_LID_OPEN, NONE, IN_LID_OPEN);
}
