/* What a slide is by its number, and all slides, or several, at once. */
#include "machine.h"

#define X(name, stepper, lane, low, high, enable) {low, high},
static const struct {
    uint8_t low, high;
} ends[] = {AXES(X)};
#undef X

uint8_t slide_axis(uint8_t slide)
{
    return (uint8_t)(AXIS_STACK0 + slide);
}

uint8_t slide_low_input(uint8_t slide)
{
    return ends[slide_axis(slide)].low;
}

uint8_t slide_high_input(uint8_t slide)
{
    return ends[slide_axis(slide)].high;
}

uint8_t slide_choose(uint8_t slide, uint8_t stack, uint8_t lift, uint8_t centre)
{
    return slide < SLIDE_LIFT ? stack : slide < SLIDE_CENTRE ? lift : centre;
}

int16_t slide_travel(uint8_t slide)
{
    return (int16_t)setting(slide_choose(slide, SET_STACK_TRAVEL, SET_LIFT_TRAVEL, SET_CENTRE_TRAVEL));
}

void slide_go_all(uint8_t first, uint8_t count, enum slide_goal goal)
{
    for (uint8_t i = first; i < first + count; i++)
        slide_go(i, goal);
}

enum slide_result slide_result(uint8_t slide)
{
    return M.slide[slide].result;
}

enum slide_result slide_results(uint8_t first, uint8_t count)
{
    enum slide_result all = SLIDE_DONE;

    for (uint8_t i = first; i < first + count; i++) {
        if (M.slide[i].result == SLIDE_BUSY)
            return SLIDE_BUSY;
        if (M.slide[i].result == SLIDE_FAILED)
            all = SLIDE_FAILED;
    }
    return all;
}

void slide_pause_all(void)
{
    for (uint8_t i = 0; i < STEPPER_COUNT; i++) {
        stepper_brake(i);
        M.slide[i].moving = false;
        M.slide[i].settle = 0;
    }
}

void slide_cancel_all(void)
{
    for (uint8_t i = 0; i < STEPPER_COUNT; i++) {
        stepper_brake(i);
        M.slide[i].goal = SLIDE_NOWHERE;
        M.slide[i].retry = false;
        M.slide[i].fault = 0;
        M.slide[i].phase = SLIDE_AT_REST;
        M.slide[i].moving = false;
        M.slide[i].settle = 0;
    }
}

void slide_forget_all(void)
{
    slide_cancel_all();
    for (uint8_t i = 0; i < STEPPER_COUNT; i++)
        M.slide[i].homed = false;
}

bool slide_homed_all(void)
{
    for (uint8_t i = 0; i < STEPPER_COUNT; i++)
        if (!M.slide[i].homed)
            return false;
    return true;
}

bool slide_at(uint8_t slide, uint8_t goal)
{
    return in(goal == SLIDE_LOW ? slide_low_input(slide) : slide_high_input(slide));
}
