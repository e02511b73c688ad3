#include "slide_kind.h"

#include "../base/config.h"

#define X(name, stepper, lane, low, high, enable) {low, high},
static const struct {
    uint8_t low, high;
} ends[] = {AXES(X)};
#undef X

bool axis_has_slide(uint8_t axis)
{
    return axis >= AXIS_STACK0 && axis <= AXIS_CENTRE;
}

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

uint8_t slide_stall_code(uint8_t slide, bool homes)
{
    if (slide == SLIDE_CENTRE)
        return FAULT_CENTRE_TIMEOUT;
    if (slide >= SLIDE_LIFT)
        return (uint8_t)(FAULT_LIFT_TIMEOUT + slide - SLIDE_LIFT);
    return (uint8_t)((homes ? FAULT_STACK_HOME : FAULT_STACK_STALL) + slide);
}

int16_t slide_travel(uint8_t slide)
{
    return (int16_t)setting(slide_choose(slide, SET_STACK_TRAVEL, SET_LIFT_TRAVEL, SET_CENTRE_TRAVEL));
}

int16_t slide_tolerance(uint8_t slide)
{
    return (int16_t)(slide_travel(slide) / 40 + 10);
}
