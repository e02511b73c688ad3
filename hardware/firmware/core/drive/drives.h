/* All drives at once, and the supply that feeds them. */
#ifndef JANTAKU_DRIVES_H
#define JANTAKU_DRIVES_H

/* Everything off at once, positions are forgotten. */
void drives_off(void);
/* Everything runs down: steppers along their ramps, motors freely. */
void drives_stop(void);

#endif
