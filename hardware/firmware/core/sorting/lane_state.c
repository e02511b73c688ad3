#include "lane_state.h"

#include "../base/config.h"
#include "../safety/fault.h"
#include "../units/drum.h"

REMEMBERED(struct lane, lanes, LANES);

uint8_t lane_target(void)
{
    return (uint8_t)setting(SET_TILES_PER_LANE);
}

uint8_t lane_missing(uint8_t lane)
{
    uint8_t entered = (uint8_t)(lanes[lane].entered - lanes[lane].returning);

    if (entered < lane_target())
        return (uint8_t)(lane_target() - entered);
    return lanes[lane].uncounted ? 2 : 0;
}

uint8_t lane_under_way(uint8_t lane)
{
    const struct lane *l = &lanes[lane];

    return l->entered > 2 * l->pairs ? (uint8_t)(l->entered - 2 * l->pairs) : 0;
}

void lane_enter(uint8_t lane, uint8_t phase)
{
    lanes[lane].phase = phase;
    lanes[lane].phase_ms = 0;
}

void lane_latch(uint8_t lane, uint8_t code, uint8_t axis, int16_t detail)
{
    lanes[lane].fault = 0;
    lanes[lane].attempt = 0;
    fault_latch(code, axis, detail);
}

void lane_stumble(uint8_t lane, uint8_t code, uint8_t axis, uint8_t phase)
{
    struct lane *l = &lanes[lane];

    if (l->attempt >= fault_attempts(code)) {
        lane_latch(lane, code, axis, lane_under_way(lane));
        return;
    }
    l->fault = code;
    l->fault_axis = axis;
    fault_recovering(code, axis, lane_under_way(lane), ++l->attempt);
    /* The last rung shakes what lies on the wheel as well. */
    if (l->attempt == fault_attempts(code))
        drum_wiggle();
    lane_enter(lane, phase);
}

void lane_recovered(uint8_t lane)
{
    struct lane *l = &lanes[lane];

    if (l->fault)
        fault_cleared(l->fault, l->fault_axis);
    l->fault = 0;
    l->attempt = 0;
    l->strained = false;
}
