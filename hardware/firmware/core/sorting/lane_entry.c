#include "lane_entry.h"

#include "../base/config.h"
#include "../base/input.h"
#include "../drive/motor.h"
#include "../safety/fault.h"

#define SHORTEST_MS 40 /* a tile takes 130 ms; less is no tile */
#define NO_TILE_MS 300
#define MAGNET_MS 10 /* one of 5 mm takes 25 ms */
#define UNSEEN_LIMIT 2
#define ALL_MAGNET_LIMIT 3
#define FIRST_WAY 13000 /* a tile of 33 mm at 250 mm/s (estimate), until a lane knows better */
#define FACE_UP_LIMIT 4  /* in a row: by chance once in millions of tiles */

static bool others_see_magnets(uint8_t lane)
{
    for (uint8_t n = 0; n < LANES; n++)
        if (n != lane && lanes[n].votes[0] + lanes[n].votes[1] > 3)
            return true;
    return false;
}

bool lane_strangers(uint8_t lane)
{
    for (uint8_t n = 0; n < LANES; n++)
        if (lanes[n].votes[!lanes[lane].set])
            return true;
    return false;
}

static void face_up(uint8_t lane)
{
    struct lane *l = &lanes[lane];
    uint8_t axis = (uint8_t)(AXIS_CONV0 + lane);

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

/* Tiles move again. */
static void moves(uint8_t lane)
{
    struct lane *l = &lanes[lane];

    l->face_up = 0;
    l->listened = 0;
    l->idle_ms = 0;
    if (l->fault && l->phase == LANE_FEED)
        lane_recovered(lane);
}

void lane_take_in(uint8_t lane)
{
    moves(lane);
    lanes[lane].strange = 0;
    lanes[lane].entered++;
}

void lane_send_back(uint8_t lane, enum passed passed)
{
    struct lane *l = &lanes[lane];

    if (passed != PASSED_FACE_UP)
        moves(lane);
    if (passed == PASSED_STRANGE)
        l->strange = (uint8_t)(l->strange + (l->strange < UINT8_MAX));
    l->entered++; /* it is past the sensor; going back counts it out again */
    l->returning = true;
    lane_enter(lane, LANE_EJECT);
    if (passed == PASSED_FACE_UP)
        face_up(lane);
}

/* A wheel has brought two, end to end: they pass as one that is half as long again as usual, at least. What is usual the
 * lane learns from its tiles, and slowly from such long ones, too, or it would never get over a wrong beginning. */
static bool two_at_once(struct lane *l)
{
    bool two;

    if (!l->usual_way)
        l->usual_way = FIRST_WAY;
    two = l->way > l->usual_way + l->usual_way / 2;
    l->usual_way = (uint16_t)(l->usual_way + ((int32_t)l->way - l->usual_way) / (two ? 32 : 4));
    return two;
}

/* A magnet lies in the middle of its tile. Where it was seen elsewhere the hall switch answers late, and saw of a long one
 * no more than of a short one. */
static bool off_middle(const struct lane *l)
{
    int32_t behind = (int32_t)l->way - l->before_way - l->magnet_way, more = l->before_way - behind;

    return (more < 0 ? -more : more) * 4 > l->way;
}

/* Set 0 carries a short magnet, set 1 a long one (more than 3/8 of the tile); a share of its way past the sensor, so
 * the speed of the belt does not matter. A tile without a measure may be
 * of any set, or two. */
static enum passed judge(uint8_t lane)
{
    struct lane *l = &lanes[lane];
    bool looks = l->magnet_way * 8UL > l->way * 3UL;

    if (l->magnet_way == 0)
        return PASSED_FACE_UP;
    if (l->unsure)
        return lane_strangers(lane) ? PASSED_STRANGE : PASSED_TWO;
    /* No magnet is as long as its tile. */
    if (l->magnet_way * 10UL > l->way * 9UL) {
        if (++l->all_magnet >= ALL_MAGNET_LIMIT) {
            lane_latch(lane, FAULT_SENSOR_STUCK, (uint8_t)(AXIS_CONV0 + lane), IN_BACK_UP0 + lane);
            return PASSED_NONE;
        }
        return PASSED_OWN;
    }
    if (two_at_once(l))
        return PASSED_TWO;
    if (off_middle(l))
        return PASSED_FACE_UP;
    l->votes[looks] = (uint8_t)(l->votes[looks] + (l->votes[looks] < UINT8_MAX));
    return looks == l->set ? PASSED_OWN : PASSED_STRANGE;
}

static enum passed tile_left(uint8_t lane)
{
    struct lane *l = &lanes[lane];

    l->clear_ms = 0;
    if (l->belt < 0) {
        if (!l->came_forward) {
            l->entered = (uint8_t)(l->entered - (l->entered > 0));
            l->returning = false;
        }
        return PASSED_NONE;
    }
    if (!l->came_forward || l->seen_ms < SHORTEST_MS || l->phase == LANE_EJECT || l->phase == LANE_BACK)
        return PASSED_NONE;
    return judge(lane);
}

/* A magnet came and went while the belt ran, and the photo sensor saw no tile: it goes back, because nobody knows of which
 * set it is. Two of them, and that sensor is told. */
static void tile_unseen(uint8_t lane)
{
    struct lane *l = &lanes[lane];

    if (++l->unseen >= UNSEEN_LIMIT)
        lane_latch(lane, FAULT_SENSOR_STUCK, (uint8_t)(AXIS_PICK0 + lane), IN_ENTRY0 + lane);
    else if (l->phase == LANE_FEED)
        lane_enter(lane, LANE_BACK);
}

/* The hall switch looks at the same place as the photo sensor: a magnet where no tile is does not exist. */
static void watch_hall(uint8_t lane)
{
    struct lane *l = &lanes[lane];
    uint8_t hall = (uint8_t)(IN_BACK_UP0 + lane);

    l->apart_ms = in(hall) ? 0 : (uint8_t)(l->apart_ms + (l->apart_ms < UINT8_MAX));
    if (l->apart_ms >= SHORTEST_MS) {
        if (l->lone_ms > MAGNET_MS && l->belt > 0)
            tile_unseen(lane);
        l->lone_ms = 0;
    }
    if (!l->photo && in(hall) && motor_of((uint8_t)(AXIS_CONV0 + lane))->applied && l->clear_ms > NO_TILE_MS &&
        l->lone_ms++ > NO_TILE_MS)
        lane_latch(lane, FAULT_SENSOR_STUCK, (uint8_t)(AXIS_CONV0 + lane), hall);
}

/* The belt follows its motor's duty within about 50 ms (estimate), however often it stops for the pusher. */
static void watch_speed(uint8_t lane)
{
    const struct motor *m = motor_of((uint8_t)(AXIS_CONV0 + lane));
    int16_t duty = (int16_t)setting(m->slow ? SET_CONV_SLOW_DUTY : SET_CONV_DUTY);
    int16_t behind = (int16_t)(m->applied * duty * 128 - lanes[lane].speed);

    lanes[lane].speed = (int16_t)(lanes[lane].speed + (behind >> 6) + (behind >> 8)); /* 1/51 */
}

static void measure(uint8_t lane)
{
    struct lane *l = &lanes[lane];
    uint16_t by = (uint16_t)(l->speed > 0 ? l->speed >> 7 : 0);

    l->seen_ms = (uint16_t)(l->seen_ms + (motor_of((uint8_t)(AXIS_CONV0 + lane))->applied > 0));
    l->unsure |= l->speed < -128 || l->way > UINT16_MAX - 100;
    if (l->way > UINT16_MAX - 100)
        return;
    if (!l->magnet_way)
        l->before_way = l->way;
    l->way = (uint16_t)(l->way + by);
    l->magnet_way = (uint16_t)(l->magnet_way + (in((uint8_t)(IN_BACK_UP0 + lane)) ? by : 0));
}

enum passed lane_watch_entry(uint8_t lane)
{
    struct lane *l = &lanes[lane];
    bool photo = in((uint8_t)(IN_ENTRY0 + lane));
    enum passed passed = PASSED_NONE;

    watch_speed(lane);
    if (l->clear_ms < UINT16_MAX)
        l->clear_ms++;
    if (photo && !l->photo) {
        l->came_forward = l->belt >= 0;
        l->unsure = false;
        l->seen_ms = 0;
        l->way = 0;
        l->magnet_way = 0;
        l->lone_ms = 0;
        l->unseen = 0;
    }
    if (l->held) {
        l->unsure = true;
        l->speed = 0;
        l->held = false;
    }
    if (photo)
        measure(lane);
    else if (l->photo)
        passed = tile_left(lane);
    l->photo = photo;
    watch_hall(lane);
    return passed;
}
