#include "safety.h"

#include "machine.h"

/* Told once until the fault is cleared, whatever else is latched: the switch stays open for a long time. */
static void stop(uint8_t input, uint8_t code, uint8_t told)
{
    if (!in_fast(input) || (M.fault.stops & told))
        return;
    M.fault.stops |= told;
    fault_latch(code, NONE, input);
}

void safety_tick(void)
{
    stop(IN_ESTOP, FAULT_ESTOP, FAULT_STOP_PRESSED);
    stop(IN_LID_OPEN, FAULT_LID_OPEN, FAULT_STOP_LID);
}
