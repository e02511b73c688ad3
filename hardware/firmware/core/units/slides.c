#include "slides.h"

#include "../drive/stepper.h"

void slide_go_all(uint8_t first, uint8_t count, enum slide_goal goal)
{
    for (uint8_t i = first; i < first + count; i++)
        slide_go(i, goal);
}

enum slide_result slide_results(uint8_t first, uint8_t count)
{
    enum slide_result all = SLIDE_DONE;

    for (uint8_t i = first; i < first + count; i++) {
        if (slides[i].result == SLIDE_BUSY)
            return SLIDE_BUSY;
        if (slides[i].result == SLIDE_FAILED)
            all = SLIDE_FAILED;
    }
    return all;
}

void slide_pause_all(void)
{
    for (uint8_t i = 0; i < STEPPER_COUNT; i++) {
        stepper_brake(i);
        slides[i].moving = false;
        slides[i].settle = 0;
    }
}

void slide_cancel_all(void)
{
    for (uint8_t i = 0; i < STEPPER_COUNT; i++) {
        stepper_brake(i);
        slides[i].goal = SLIDE_NOWHERE;
        slides[i].retry = false;
        slides[i].fault = 0;
        slides[i].phase = SLIDE_AT_REST;
        slides[i].moving = false;
        slides[i].settle = 0;
    }
}

void slide_forget_all(void)
{
    slide_cancel_all();
    stepper_forget_all();
}
