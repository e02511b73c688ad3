#include "serial.h"

#include "../hal.h"
#include "startup.h"
#include "stm32f4.h"

#define BUFFER 128 /* a power of two; a longest frame has 64 bytes */
#define APB1_HZ (CLOCK_HZ / 4)

volatile bool awake;
static volatile uint8_t received[BUFFER], received_head, received_tail;
static volatile uint8_t sending[BUFFER], sending_head, sending_tail;

void serial_init(void)
{
    USART3->BRR = APB1_HZ / BAUD; /* 168: sixteenths of 10.5, exact */
    USART3->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE | USART_CR1_RXNEIE;
}

static void take(void)
{
    uint8_t byte = (uint8_t)USART3->DR, next = (uint8_t)((received_head + 1) % BUFFER);

    if (next == received_tail)
        return; /* the frame's checksum will tell */
    received[received_head] = byte;
    received_head = next;
    awake = true;
}

/* As many as the line takes now; the interrupt does the rest. Only where it cannot come in between. */
static void feed(void)
{
    while (sending_tail != sending_head && USART3->SR & USART_SR_TXE) {
        USART3->DR = sending[sending_tail];
        sending_tail = (uint8_t)((sending_tail + 1) % BUFFER);
    }
    if (sending_tail == sending_head)
        USART3->CR1 &= ~USART_CR1_TXEIE;
    else
        USART3->CR1 |= USART_CR1_TXEIE;
}

/* Reading status and data clears an overrun, too. */
void on_serial(void)
{
    if (USART3->SR & USART_SR_RXNE)
        take();
    if (USART3->CR1 & USART_CR1_TXEIE)
        feed();
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
    feed();
    hal_unlock();
    return true;
}
