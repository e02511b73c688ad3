/* The bootloader's end of the line: frames of the link of type HELLO, without interrupts. */
#ifndef JANTAKU_BOOT_LINK_H
#define JANTAKU_BOOT_LINK_H

#include <stdbool.h>
#include <stdint.h>

void link_begin(void);
/* The last byte is through, and the line is let go. */
void link_end(void);
/* A frame that has come whole, or NULL: type, sequence number, ack, code and `size` bytes of payload. */
const uint8_t *link_receive(uint16_t *size);
void link_send(uint8_t ack, uint8_t code, const void *payload, uint8_t size);

#endif
