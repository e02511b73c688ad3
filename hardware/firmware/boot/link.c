#include "link.h"

#include <avr/io.h>
#include <string.h>
#include <util/crc16.h>

#include "../gen/boot.h"
#include "../gen/messages.h"
#include "../gen/pins.h"

#define OVERHEAD 6 /* type, sequence number, ack, code, checksum */
#define LONGEST (OVERHEAD + 2 + BOOT_PAGE)
#define ANSWER (OVERHEAD + sizeof(struct boot_hello))

static uint8_t frame[LONGEST];
static uint16_t filled;
static uint8_t block; /* bytes left of a block of COBS */
static bool zero;     /* one stands between this block and the next */
static bool spoiled;
static bool spoken; /* the last byte sent may still be under way */

void link_begin(void)
{
    UCSR0A = 1 << U2X0;
    UBRR0 = CLOCK_HZ / 8 / BAUD - 1;
    UCSR0C = 1 << UCSZ01 | 1 << UCSZ00;
    UCSR0B = 1 << RXEN0 | 1 << TXEN0;
}

void link_end(void)
{
    while (spoken && !(UCSR0A & 1 << TXC0))
        ;
    spoken = false;
    UCSR0B = 0;
    UBRR0 = 0;
    UCSR0A = 0;
}

static uint16_t checksum(const uint8_t *bytes, uint16_t size)
{
    uint16_t crc = HELLO_SEED;

    while (size--)
        crc = _crc_xmodem_update(crc, *bytes++);
    return crc;
}

static void keep(uint8_t byte)
{
    if (filled < LONGEST)
        frame[filled++] = byte;
    else
        spoiled = true;
}

/* Whether what ended is a whole frame of ours; its size goes with it. */
static bool ended(uint16_t *size)
{
    bool whole = !spoiled && block == 0 && filled >= OVERHEAD;
    uint16_t n = filled;

    filled = 0;
    block = 0;
    zero = spoiled = false;
    if (!whole || frame[0] != FRAME_TYPE_HELLO ||
        checksum(frame, n - 2) != (uint16_t)(frame[n - 2] | frame[n - 1] << 8))
        return false;
    *size = n - OVERHEAD;
    return true;
}

static void unstuff(uint8_t byte)
{
    if (block) {
        block--;
        keep(byte);
        return;
    }
    if (zero)
        keep(0);
    block = (uint8_t)(byte - 1);
    zero = byte < 0xff;
}

const uint8_t *link_receive(uint16_t *size)
{
    while (UCSR0A & 1 << RXC0) {
        uint8_t byte = UDR0;

        if (byte)
            unstuff(byte);
        else if (ended(size))
            return frame;
    }
    return NULL;
}

static void put(uint8_t byte)
{
    while (!(UCSR0A & 1 << UDRE0))
        ;
    UCSR0A = 1 << U2X0 | 1 << TXC0;
    UDR0 = byte;
    spoken = true;
}

void link_send(uint8_t ack, uint8_t code, const void *payload, uint8_t size)
{
    uint8_t body[ANSWER] = {FRAME_TYPE_HELLO, 0, ack, code};
    uint8_t end = (uint8_t)(size + OVERHEAD), next;
    uint16_t crc;

    memcpy(body + 4, payload, size);
    crc = checksum(body, size + 4);
    body[size + 4] = (uint8_t)crc;
    body[size + 5] = (uint8_t)(crc >> 8);
    for (uint8_t i = 0; i <= end; i = (uint8_t)(next + 1)) {
        for (next = i; next < end && body[next];)
            next++;
        put((uint8_t)(next - i + 1));
        while (i < next)
            put(body[i++]);
    }
    put(0);
}
