#include "analog.h"

#define X(name, channel, scale, lane, axis) scale,
static const uint16_t full_scale[] = {ANALOGS(X)};
#undef X

#define X(name, stepper, lane, low, high, enable) lane,
static const uint8_t lane_of[] = {AXES(X)};
#undef X

uint16_t analog(uint8_t channel)
{
    return (uint16_t)((uint32_t)hal_analog(channel) * full_scale[channel] / 1024);
}

uint16_t analog_raw(uint8_t channel, uint16_t value)
{
    return (uint16_t)((uint32_t)value * 1024 / full_scale[channel]);
}

uint8_t axis_lane(uint8_t axis)
{
    return axis < AXIS_COUNT ? lane_of[axis] : NOBODY;
}

uint8_t analog_of(uint8_t axis)
{
    if (axis >= AXIS_COUNT)
        return NONE;
    if (axis == AXIS_DRUM)
        return ADC_DRUM_CURRENT;
    return axis_lane(axis) == NOBODY ? ADC_LIFT_CURRENT : (uint8_t)(ADC_LANE0_CURRENT + lane_of[axis]);
}
