#include "pinch.h"

#include "../base/analog.h"
#include "../base/clocks.h"
#include "../base/config.h"
#include "../drive/motor.h"
#include "../drive/stepper.h"
#include "../safety/fault.h"
#include "drum.h"
#include "slides.h"

REMEMBERED(struct pinch, pinch, 1);

/* Three conversions in a row: noise never lasts so long, and a finger has 30 ms. */
#define STRAIN_MS 6
#define CONVERSION_MS 2

static uint8_t code(uint8_t slide)
{
    return slide == SLIDE_CENTRE ? FAULT_CENTRE_PINCH : (uint8_t)(FAULT_LIFT_PINCH + slide - SLIDE_LIFT);
}

static uint8_t channel(uint8_t i)
{
    return SLIDE_LIFT + i == SLIDE_CENTRE ? ADC_LIFT_CURRENT : (uint8_t)(ADC_LANE0_CURRENT + i);
}

bool pinch_running(void)
{
    return pinch->slide != 0;
}

void pinch_init(void)
{
    for (uint8_t i = 0; i < PINCH_SLIDES; i++)
        pinch->most[i] = analog_raw(channel(i), (uint16_t)setting(SET_PINCH_CURRENT));
}

static bool strained(uint8_t i)
{
    return steppers[SLIDE_LIFT + i].state == STEPPER_MOVING && hal_analog(channel(i)) > pinch->most[i];
}

static void back_off(uint8_t slide)
{
    stepper_halt_all();
    motor_stop_all();
    drum_stop();
    slide_cancel_all();
    pinch->slide = slide;
    slide_go(slide, SLIDE_BACK);
}

void pinch_tick(void)
{
    struct pinch *p = pinch;

    if (p->slide && (faults->latched || slide_result(p->slide) != SLIDE_BUSY)) {
        uint8_t slide = p->slide;

        p->slide = 0;
        if (!faults->latched)
            fault_latch(code(slide), slide_axis(slide), stepper_position(slide));
        slide_forget_all();
        return;
    }
    if (clocks->now % CONVERSION_MS)
        return;
    for (uint8_t i = 0; i < PINCH_SLIDES && !p->slide; i++) {
        p->strain_ms[i] = strained(i) ? (uint8_t)(p->strain_ms[i] + CONVERSION_MS) : 0;
        if (p->strain_ms[i] >= STRAIN_MS)
            back_off((uint8_t)(SLIDE_LIFT + i));
    }
}
