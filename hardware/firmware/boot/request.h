/* How the firmware asks for the bootloader: a word at the end of the memory, which a reset by the watchdog
 * leaves as it is. */
#ifndef JANTAKU_BOOT_REQUEST_H
#define JANTAKU_BOOT_REQUEST_H

#include <stdint.h>

#define BOOT_REQUEST (*(volatile uint32_t *)0x21fc)
#define BOOT_REQUESTED 0x746f6f42UL

#endif
