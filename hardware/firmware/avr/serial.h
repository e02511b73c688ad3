/* The serial line to the host. */
#ifndef JANTAKU_SERIAL_H
#define JANTAKU_SERIAL_H

#include <stdbool.h>

void serial_init(void);
/* A received byte waits. */
bool serial_waits(void);

#endif
