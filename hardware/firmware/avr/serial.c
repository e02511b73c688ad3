#include "serial.h"

#include <avr/interrupt.h>
#include <avr/io.h>

#include "../hal.h"

#define BUFFER 128 /* a power of two; a longest frame has 64 bytes */

static volatile uint8_t received[BUFFER], received_head, received_tail;
static volatile uint8_t sending[BUFFER], sending_head, sending_tail;

/* UBRR after U2X: a simulator that the tests use computes its speed only then. */
void serial_init(void)
{
    UCSR0A = 1 << U2X0;
    UBRR0 = (uint16_t)(CLOCK_HZ / 8 / BAUD - 1);
    UCSR0C = 1 << UCSZ01 | 1 << UCSZ00;
    UCSR0B = 1 << RXCIE0 | 1 << RXEN0 | 1 << TXEN0;
}

ISR(USART0_RX_vect)
{
    uint8_t byte = UDR0, next = (uint8_t)((received_head + 1) % BUFFER);

    if (next == received_tail)
        return; /* the frame's checksum will tell */
    received[received_head] = byte;
    received_head = next;
    AWAKE |= 1;
}

int16_t hal_receive(void)
{
    uint8_t byte;

    if (received_head == received_tail)
        return -1;
    byte = received[received_tail];
    received_tail = (uint8_t)((received_tail + 1) % BUFFER);
    return byte;
}

ISR(USART0_UDRE_vect)
{
    UDR0 = sending[sending_tail];
    sending_tail = (uint8_t)((sending_tail + 1) % BUFFER);
    if (sending_tail == sending_head)
        UCSR0B &= (uint8_t)~(1 << UDRIE0);
}

bool hal_send(const uint8_t *bytes, uint8_t size)
{
    uint8_t head = sending_head;

    if (size > (uint8_t)(sending_tail - head - 1) % BUFFER)
        return false;
    for (uint8_t i = 0; i < size; i++) {
        sending[head] = bytes[i];
        head = (uint8_t)((head + 1) % BUFFER);
    }
    hal_lock();
    sending_head = head;
    UCSR0B |= 1 << UDRIE0;
    hal_unlock();
    return true;
}
