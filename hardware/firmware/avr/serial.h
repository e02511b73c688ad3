/* The serial line to the host. */
#ifndef JANTAKU_SERIAL_H
#define JANTAKU_SERIAL_H

#include <avr/io.h>

/* Bit 0 is set by what the main loop has to wake up for, a tick or a byte, and by no step: asking it costs
 * three cycles, and 36,000 steps a second ask. */
#define AWAKE GPIOR0

void serial_init(void);

#endif
