/* What takes the motor supply away at once, whatever runs. The hardware does the same without asking. */
#ifndef JANTAKU_EMERGENCY_H
#define JANTAKU_EMERGENCY_H

void emergency_tick(void);

#endif
