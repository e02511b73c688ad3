#include "lane_entry.h"

#include "../base/input.h"
#include "../drive/motor.h"
#include "../safety/fault.h"
#include "lane_state.h"

#define SHORTEST_MS 40 /* a tile takes 130 ms; less is no tile */
#define NO_TILE_MS 300
#define ALL_MAGNET_LIMIT 3
#define FACE_UP_LIMIT 4  /* in a row: by chance once in millions of tiles */

static bool others_see_magnets(uint8_t lane)
{
    for (uint8_t n = 0; n < LANES; n++)
        if (n != lane && lanes[n].votes[0] + lanes[n].votes[1] > 3)
            return true;
    return false;
}

static void face_up(uint8_t lane)
{
    struct lane *l = &lanes[lane];
    uint8_t axis = (uint8_t)(AXIS_CONV0 + lane);

    l->entered++; /* it is past the sensor; going back counts it out again */
    lane_enter(lane, LANE_EJECT);
    if (++l->face_up < FACE_UP_LIMIT)
        return;
    if (l->attempt < fault_attempts(FAULT_FACE_UP)) {
        l->fault = (uint8_t)(FAULT_FACE_UP + lane);
        l->fault_axis = axis;
        fault_recovering(l->fault, axis, l->face_up, ++l->attempt);
    } else if (others_see_magnets(lane)) {
        lane_latch(lane, FAULT_SENSOR_STUCK, axis, IN_BACK_UP0 + lane);
    } else {
        lane_latch(lane, (uint8_t)(FAULT_FACE_UP + lane), axis, l->face_up);
    }
}

/* Whether a tile came in. Set 0 carries a short magnet, set 1 a long one (more than 3/8 of the tile); a share of
 * the passing time, so the speed of the belt does not matter. */
static bool judge(uint8_t lane)
{
    struct lane *l = &lanes[lane];

    if (l->magnet_ms == 0) {
        face_up(lane);
        return false;
    }
    /* No magnet is as long as its tile. */
    if (l->magnet_ms * 10UL > l->seen_ms * 9UL && ++l->all_magnet >= ALL_MAGNET_LIMIT) {
        lane_latch(lane, FAULT_SENSOR_STUCK, (uint8_t)(AXIS_CONV0 + lane), IN_BACK_UP0 + lane);
        return false;
    }
    l->face_up = 0;
    l->listened = 0;
    l->entered++;
    l->idle_ms = 0;
    if (!l->stopped && l->all_magnet == 0)
        l->votes[(uint32_t)l->magnet_ms * 8 > (uint32_t)l->seen_ms * 3]++;
    if (l->fault && l->phase == LANE_FEED)
        lane_recovered(lane);
    return true;
}

static bool tile_left(uint8_t lane)
{
    struct lane *l = &lanes[lane];

    l->clear_ms = 0;
    if (l->belt < 0) {
        if (!l->came_forward && l->entered)
            l->entered--;
        return false;
    }
    return l->came_forward && l->seen_ms >= SHORTEST_MS && l->phase != LANE_EJECT && judge(lane);
}

/* The hall switch looks at the same place as the photo sensor: a magnet where no tile is does not exist. */
static void watch_hall(uint8_t lane)
{
    struct lane *l = &lanes[lane];
    uint8_t hall = (uint8_t)(IN_BACK_UP0 + lane);

    if (!l->photo && in(hall) && l->clear_ms > NO_TILE_MS && l->magnet_ms++ > NO_TILE_MS)
        lane_latch(lane, FAULT_SENSOR_STUCK, (uint8_t)(AXIS_CONV0 + lane), hall);
}

bool lane_watch_entry(uint8_t lane)
{
    struct lane *l = &lanes[lane];
    bool photo = in((uint8_t)(IN_ENTRY0 + lane));
    bool forward = motor_of((uint8_t)(AXIS_CONV0 + lane))->applied > 0, came;

    if (l->clear_ms < UINT16_MAX)
        l->clear_ms++;
    if (photo && forward) {
        l->seen_ms++;
        l->magnet_ms += in((uint8_t)(IN_BACK_UP0 + lane));
    }
    if (photo && !l->photo) {
        l->came_forward = l->belt >= 0;
        l->stopped = false;
        l->seen_ms = 0;
        l->magnet_ms = 0;
    }
    l->stopped |= !forward;
    came = !photo && l->photo && tile_left(lane);
    l->photo = photo;
    watch_hall(lane);
    return came;
}
