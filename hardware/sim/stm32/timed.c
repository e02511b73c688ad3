/* Timers 3 to 5 and the serial line, event by event. */
#include "chip.h"

#define TIM(n) (0x40000400u + 0x400u * (n))
#define USART3 0x40004800u
#define GPIO_D 0x40020c00u
#define ROUND 0x10000u
#define DIER 0x0c
#define SR 0x10
#define EGR 0x14
#define CNT 0x24
#define PSC 0x28
#define ARR 0x2c
#define CCR1 0x34

static uint64_t counts(const struct sim *sim, const struct timer_model *timer)
{
    return timer->on ? (sim->cycles - timer->base) / timer->tick : 0;
}

uint32_t timer_count(const struct sim *sim, uint8_t timer)
{
    return (uint32_t)counts(sim, &sim->timer[timer]) % ROUND;
}

/* When it counts to the channel's number next. */
void timer_schedule(struct sim *sim, uint8_t timer, uint8_t channel)
{
    struct timer_model *t = &sim->timer[timer];
    uint64_t now = counts(sim, t);
    uint32_t ahead = (*chip_word(sim, TIM(timer) + CCR1 + 4 * channel) - (uint32_t)now) % ROUND;

    t->due[channel] = t->on ? t->base + (now + (ahead ? ahead : ROUND)) * t->tick : NEVER;
    if (t->due[channel] < sim->next)
        sim->next = t->due[channel];
}

static void schedule_all(struct sim *sim, uint8_t timer)
{
    for (uint8_t channel = 0; channel < 4; channel++)
        timer_schedule(sim, timer, channel);
}

/* Timers of APB1 run at half the core's clock, which is twice APB1's. The divider is taken over at an update. */
void timer_write(struct sim *sim, uint8_t timer, uint32_t offset, uint32_t value)
{
    struct timer_model *t = &sim->timer[timer];
    uint32_t *word = chip_word(sim, TIM(timer) + offset);

    if (offset == SR) {
        *word &= value;
        return;
    }
    *word = value;
    if (offset == EGR && value & 1) {
        t->tick = 2 * (*chip_word(sim, TIM(timer) + PSC) + 1);
        t->base = sim->cycles;
    } else if (offset == 0 && value & 1) {
        if (!t->tick || *chip_word(sim, TIM(timer) + ARR) != ROUND - 1)
            chip_refuse(sim, "a timer runs that does not count to 65535 by a divider that was taken over", TIM(timer));
        t->on = true;
        t->base = sim->cycles;
        schedule_all(sim, timer);
    } else if (offset >= CCR1 && offset < CCR1 + 16) {
        timer_schedule(sim, timer, (uint8_t)((offset - CCR1) / 4));
    }
}

void timer_event(struct sim *sim, uint8_t timer)
{
    for (uint8_t channel = 0; channel < 4; channel++)
        if (sim->timer[timer].due[channel] <= sim->cycles) {
            *chip_word(sim, TIM(timer) + SR) |= 2u << channel;
            timer_schedule(sim, timer, channel);
        }
}

/* The line: 10 bits of BRR sixteenths of 16 periods of APB1, a quarter of the core's clock. */
static uint64_t byte_cycles(struct sim *sim)
{
    return 10u * 4 * (uint64_t)(*chip_word(sim, USART3 + 8) & 0xffff);
}

static bool line_ready(struct sim *sim, uint8_t pin, uint32_t direction)
{
    uint32_t control = *chip_word(sim, USART3 + 12);
    bool function = (*chip_word(sim, GPIO_D) >> (2 * pin) & 3) == 2 &&
                    (*chip_word(sim, GPIO_D + 0x24) >> (4 * (pin - 8)) & 15) == 7;
    uint64_t cycles = byte_cycles(sim);

    return control & 1u << 13 && control & direction && function && cycles > US(39) && cycles < US(41);
}

static void shift(struct sim *sim)
{
    sim->line.shifting = sim->line.waiting;
    sim->line.waiting = NO_BYTE;
    sim->line.shift_due = sim->cycles + byte_cycles(sim);
    if (sim->line.shift_due < sim->next)
        sim->next = sim->line.shift_due;
}

void line_write(struct sim *sim, uint8_t byte)
{
    sim->line.waiting = byte;
    if (sim->line.shifting == NO_BYTE)
        shift(sim);
}

uint8_t line_read(struct sim *sim)
{
    sim->line.has_received = false;
    return sim->line.received;
}

uint32_t line_status(const struct sim *sim)
{
    return (uint32_t)sim->line.has_received << 5 | (uint32_t)(sim->line.waiting == NO_BYTE) << 7;
}

static void sent(struct sim *sim)
{
    struct line_model *line = &sim->line;
    uint32_t place = (line->sent_head + line->sent_count) % LINE;

    if (line->sent_count < LINE && line_ready(sim, 8, 1u << 3)) {
        line->sent[place].value = (uint8_t)line->shifting;
        line->sent[place].at_us = sim_now(sim);
        line->sent_count++;
    }
    line->shifting = NO_BYTE;
    line->shift_due = NEVER;
    if (line->waiting != NO_BYTE)
        shift(sim);
}

static void came(struct sim *sim)
{
    struct line_model *line = &sim->line;
    uint8_t byte = line->coming[line->coming_head];

    line->coming_head = (line->coming_head + 1) % LINE;
    line->coming_count--;
    line->coming_due = line->coming_count ? sim->cycles + US(40) : NEVER;
    if (!line_ready(sim, 9, 1u << 2) || line->has_received)
        return; /* an overrun: the new byte is lost */
    line->received = byte;
    line->has_received = true;
}

void line_event(struct sim *sim)
{
    if (sim->line.shift_due <= sim->cycles)
        sent(sim);
    if (sim->line.coming_due <= sim->cycles)
        came(sim);
}
