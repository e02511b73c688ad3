/* The serial line to the host: USART3, which the ST-Link carries over USB. */
#ifndef JANTAKU_SERIAL_H
#define JANTAKU_SERIAL_H

#include <stdbool.h>

/* Set by what the main loop has to wake up for, a tick or a byte, and by no step. */
extern volatile bool awake;

void serial_init(void);

#endif
