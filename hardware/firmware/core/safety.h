/* What takes the motor supply away at once, whatever runs. The hardware does the same without asking. */
#ifndef JANTAKU_SAFETY_H
#define JANTAKU_SAFETY_H

void safety_tick(void);

#endif
