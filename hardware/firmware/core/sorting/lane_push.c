/* The stacker of a lane: two tiles lie on each other, the pusher moves the pair into the row. */
#include "lane_push.h"

#include "../base/input.h"
#include "../drive/motor.h"
#include "../units/slide.h"
#include "lane_state.h"

#define READY_MS 40
#define PAIR_MS 4000 /* a lane is run through in 1.5 s */
#define FLUSH_TILES 4

static void push_begins(uint8_t lane)
{
    struct lane *l = &lanes[lane];

    l->pusher = PUSHER_PUSHES;
    l->wait_ms = 0;
    slide_go((uint8_t)(SLIDE_STACK + lane), SLIDE_HIGH);
}

/* Pairs come that the entry never saw; one tile may slip by while the belt turns round. */
static bool unseen(uint8_t lane)
{
    if (lanes[lane].uncounted)
        return false;
    return lane_under_way(lane) == 0 && lanes[lane].entered + 2 * lanes[lane].pairs > 0;
}

static void waits(uint8_t lane)
{
    struct lane *l = &lanes[lane];
    bool ready = in((uint8_t)(IN_AT_STACK0 + lane));
    bool belt = motor_of((uint8_t)(AXIS_CONV0 + lane))->applied > 0;

    l->ready_ms = ready ? (uint16_t)(l->ready_ms + 1) : 0;
    if (l->ready_ms >= READY_MS) {
        push_begins(lane);
        return;
    }
    if (l->phase != LANE_FEED || !belt || l->photo)
        return;
    if (lane_under_way(lane) < (lane_missing(lane) ? FLUSH_TILES : 2)) {
        l->wait_ms = 0;
        return;
    }
    if (++l->wait_ms < PAIR_MS)
        return;
    l->wait_ms = 0;
    if (lane_under_way(lane) >= FLUSH_TILES) {
        lane_latch(lane, FAULT_SENSOR_STUCK, (uint8_t)(AXIS_CONV0 + lane), IN_AT_STACK0 + lane);
        return;
    }
    /* A tile was counted that is not there: take one more. */
    l->entered--;
    lane_stumble(lane, (uint8_t)(FAULT_STACK_SINGLE + lane), (uint8_t)(AXIS_STACK0 + lane), LANE_FEED);
}

static void pushed(uint8_t lane)
{
    struct lane *l = &lanes[lane];

    if (unseen(lane)) {
        lane_latch(lane, FAULT_SENSOR_STUCK, (uint8_t)(AXIS_PICK0 + lane), IN_ENTRY0 + lane);
        return;
    }
    l->pairs++;
    /* What lay in the stacker when the sorting began was never counted in. */
    if (l->entered < 2 * l->pairs)
        l->entered = (uint8_t)(2 * l->pairs);
    l->pusher = PUSHER_RETURNS;
    slide_go((uint8_t)(SLIDE_STACK + lane), SLIDE_LOW);
}

/* The belt has stood since, so the place must be empty now. */
static void returned(uint8_t lane)
{
    struct lane *l = &lanes[lane];

    l->pusher = PUSHER_WAITS;
    l->ready_ms = 0;
    if (!in((uint8_t)(IN_AT_STACK0 + lane))) {
        l->same_pair = 0;
        return;
    }
    l->pairs--;
    if (++l->same_pair > 1)
        lane_latch(lane, FAULT_SENSOR_STUCK, (uint8_t)(AXIS_CONV0 + lane), IN_AT_STACK0 + lane);
}

void lane_push(uint8_t lane)
{
    struct lane *l = &lanes[lane];
    enum slide_result result = slide_result((uint8_t)(SLIDE_STACK + lane));

    if (l->pusher == PUSHER_WAITS)
        waits(lane);
    else if (result == SLIDE_DONE && l->pusher == PUSHER_PUSHES)
        pushed(lane);
    else if (result == SLIDE_DONE)
        returned(lane);
}
