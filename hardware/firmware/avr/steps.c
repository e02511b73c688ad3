/* The step interrupts: timers 1, 3 and 4, one compare channel per stepper. */
#include <avr/interrupt.h>
#include <avr/io.h>

#include "../core/drive/stepper.h"

/* Step pins by name, for the interrupts. */
#define X(name, letter, bit, high, safe)                                                                             \
    static inline __attribute__((always_inline, unused)) void pulse_##name(bool on)                                  \
    {                                                                                                                \
        if (on)                                                                                                      \
            PORT##letter |= 1 << (bit);                                                                              \
        else                                                                                                         \
            PORT##letter &= (uint8_t)~(1 << (bit));                                                                  \
    }
OUTPUTS_DIRECT(X)
#undef X

/* What the assembler has to know of the pins, by name. */
enum port_letter { ON_NONE, ON_A, ON_B, ON_C, ON_D, ON_E, ON_F, ON_G, ON_H, ON_J, ON_K, ON_L };
enum { LETTER_OF_0xff = ON_NONE, HIGH_OF_0xff = 1 }; /* axes without ends */
#define UNUSED __attribute__((unused))
#define INLINE static inline __attribute__((always_inline, unused))
static volatile uint8_t *const port_of_0xff UNUSED = 0;
#define X(name, letter, bit, high, pull, lane, axis)                                                                 \
    static volatile uint8_t *const port_of_IN_##name UNUSED = &PIN##letter;                                          \
    enum { LETTER_OF_IN_##name = ON_##letter, HIGH_OF_IN_##name = (high) };
INPUTS_DIRECT(X)
#undef X
#define X(name, letter, bit, high, safe)                                                                             \
    static volatile uint8_t *const port_of_##name UNUSED = &PORT##letter;                                            \
    enum { BIT_OF_##name = (bit) };
OUTPUTS_DIRECT(X)
#undef X
#define X(name, stepper, lane, low, high, enable)                                                                    \
    INLINE volatile uint8_t *ends_of_##name(void) { return port_of_##low; }                                          \
    _Static_assert((int)LETTER_OF_##low == (int)LETTER_OF_##high, "a step reads one port for both ends");            \
    _Static_assert(HIGH_OF_##low && HIGH_OF_##high, "an end is met at 1");
AXES(X)
#undef X

/* The step that is none of the ordinary ones: at an end, at the end of a run of equal intervals, at the last. */
#define X(axis, timer, channel, step, dir)                                                                           \
    void __attribute__((signal, used, externally_visible)) __vector_rare_##axis(void);                               \
    void __vector_rare_##axis(void)                                                                                  \
    {                                                                                                                \
        struct stepper *s = &steppers[AXIS_##axis - AXIS_STACK0];                                                   \
        if (!stepper_blocked(s)) {                                                                                   \
            uint16_t next;                                                                                           \
            pulse_##step(true);                                                                                      \
            next = stepper_advance(s);                                                                               \
            pulse_##step(false);                                                                                     \
            if (next) {                                                                                              \
                OCR##timer##channel += next;                                                                         \
                return;                                                                                              \
            }                                                                                                        \
        }                                                                                                            \
        TIMSK##timer &= (uint8_t)~(1 << OCIE##timer##channel);                                                       \
    }
STEPPERS(X)
#undef X

/* A stepper that cruises: no end met, a pulse, one step less of the run, the same interval once more. Nine
 * steppers at 4 kHz do that 36,000 times a second, so it is written for three registers: 61 cycles with entry and
 * return, where the compiler takes 110, because it saves what the rare case needs. The pulse is 1.4 us or
 * more; the drivers of the parts list ask for 1 us. */
#define STEP(vector, rare, s, ends, out, bit, ocr)                                                                   \
    ISR(vector, ISR_NAKED)                                                                                           \
    {                                                                                                                \
        asm volatile("push r24\n in r24, __SREG__\n push r24\n push r25\n push r23\n"                                \
                     "lds r24, %[port]\n lds r25, %[mask]\n and r24, r25\n brne 1f\n"                                \
                     "lds r24, %[same]\n dec r24\n breq 1f\n"                                                        \
                     ".if %[pin] < 0x40\n sbi %[pin] - 0x20, %[place]\n"                                             \
                     ".else\n lds r25, %[pin]\n ori r25, 1 << %[place]\n sts %[pin], r25\n .endif\n"                 \
                     "sts %[same], r24\n"                                                                            \
                     "lds r24, %[due]\n lds r23, %[interval]\n add r24, r23\n"                                       \
                     "lds r25, %[due] + 1\n lds r23, %[interval] + 1\n adc r25, r23\n"                               \
                     "sts %[due] + 1, r25\n sts %[due], r24\n pop r23\n"                                             \
                     ".if %[pin] >= 0x40\n lds r25, %[pin]\n andi r25, ~(1 << %[place])\n sts %[pin], r25\n .endif\n"\
                     "pop r25\n pop r24\n out __SREG__, r24\n pop r24\n"                                             \
                     ".if %[pin] < 0x40\n cbi %[pin] - 0x20, %[place]\n .endif\n"                                    \
                     "reti\n"                                                                                        \
                     "1: pop r23\n pop r25\n pop r24\n out __SREG__, r24\n pop r24\n"                                \
                     "jmp " #rare "\n" ::[port] "i"(ends), [mask] "i"(&(s).end.mask), [same] "i"(&(s).same),         \
                     [interval] "i"(&(s).interval), [pin] "i"(out), [place] "i"(bit), [due] "i"(ocr));               \
    }
#define X(axis, timer, channel, step, dir)                                                                           \
    STEP(TIMER##timer##_COMP##channel##_vect, __vector_rare_##axis, steppers[AXIS_##axis - AXIS_STACK0],            \
         ends_of_##axis(), port_of_##step, BIT_OF_##step, &OCR##timer##channel)
STEPPERS(X)
#undef X

/* The case X of this stepper. */
#define FOR_STEPPER(stepper, X)                                                                                      \
    switch (stepper) {                                                                                               \
        STEPPERS(X)                                                                                                  \
    default:                                                                                                         \
        break;                                                                                                       \
    }

void hal_step_start(uint8_t stepper, uint16_t interval)
{
    uint8_t state = SREG;

    cli();
#define X(axis, timer, channel, step, dir)                                                                           \
    case AXIS_##axis - AXIS_STACK0:                                                                                  \
        OCR##timer##channel = TCNT##timer + interval;                                                                \
        TIFR##timer = 1 << OCF##timer##channel;                                                                      \
        TIMSK##timer |= 1 << OCIE##timer##channel;                                                                   \
        break;
    FOR_STEPPER(stepper, X)
#undef X
    SREG = state;
}

void hal_step_stop(uint8_t stepper)
{
    uint8_t state = SREG;

    cli();
#define X(axis, timer, channel, step, dir)                                                                           \
    case AXIS_##axis - AXIS_STACK0:                                                                                  \
        TIMSK##timer &= (uint8_t)~(1 << OCIE##timer##channel);                                                       \
        break;
    FOR_STEPPER(stepper, X)
#undef X
    SREG = state;
}
