#include "lane.h"

#include <string.h>

#include "../base/input.h"
#include "../drive/motor.h"
#include "../safety/fault.h"
#include "lane_current.h"
#include "lane_entry.h"
#include "lane_push.h"

#define LISTEN_MS 700
#define REST_MS 800
#define REVERSE_MS 400
#define SLOW_MS 900
#define EJECT_CLEAR_MS 200
#define EJECT_MS 3000
#define APART_MS 400 /* a tile has gone further than one is sent back */
#define PROVE_MS 500
#define FULL_MS 1000
#define BELT_MS 1500 /* the whole belt */
#define STUCK_MS 900 /* a tile passes the photo sensor in 130 ms, in 260 at slow speed */

bool lane_done(uint8_t lane)
{
    return lanes[lane].phase == LANE_DONE;
}

/* Where tiles were never counted, one too many may lie on the belt, and another lane waits for it. */
static void filled(uint8_t lane, bool unknown)
{
    lane_enter(lane, unknown ? LANE_SURPLUS : LANE_PROVE);
}

/* It came before the photo sensor while all ran out, and nobody looked. */
static void arrived(struct lane *l)
{
    l->came_forward = l->belt >= 0;
    l->seen_ms = 0;
    l->way = 0;
    l->magnet_way = 0;
}

void lane_start(uint8_t lane, uint8_t set)
{
    struct lane *l = &lanes[lane];
    bool photo = in((uint8_t)(IN_ENTRY0 + lane));
    bool coasted = l->photo && !photo; /* past the photo sensor when all stopped, and nobody looked */
    bool unknown = l->uncounted || l->returning || l->carries || coasted; /* what lies beyond the entry */
    struct lane kept;

    if (photo && !l->photo)
        arrived(l);
    /* A tile that was stopped before the photo sensor goes on from there. */
    kept = (struct lane){.entered = (uint8_t)(l->entered + coasted),
                         .pairs = l->pairs,
                         .uncounted = l->uncounted,
                         .carries = l->carries,
                         .photo = photo,
                         .came_forward = l->came_forward,
                         .seen_ms = l->seen_ms,
                         .way = l->way,
                         .before_way = l->before_way,
                         .magnet_way = l->magnet_way,
                         .usual_way = l->usual_way,
                         .set = set,
                         .unsure = true};
    memcpy(kept.votes, l->votes, sizeof kept.votes);
    *l = kept;
    if (l->uncounted ? !in((uint8_t)(IN_ROW_FULL0 + lane)) : l->pairs < lane_target() / 2)
        lane_enter(lane, unknown ? LANE_BACK : LANE_FEED);
    else
        filled(lane, unknown);
}

void lane_doubt(uint8_t lane)
{
    struct lane *l = &lanes[lane];

    l->uncounted = true;
    if (l->pairs >= lane_target() / 2)
        l->pairs = (uint8_t)(lane_target() / 2 - 1);
    if (l->entered > 2 * l->pairs)
        l->entered = (uint8_t)(2 * l->pairs);
}

void lane_stop(uint8_t lane)
{
    motor_stop((uint8_t)(AXIS_CONV0 + lane));
    motor_stop((uint8_t)(AXIS_PICK0 + lane));
    lane_enter(lane, LANE_OFF);
}

void lane_hold_all(void)
{
    for (uint8_t lane = 0; lane < LANES; lane++)
        lanes[lane].held = true;
}

void lane_empty(uint8_t lane, bool carries)
{
    lanes[lane] = (struct lane){.usual_way = lanes[lane].usual_way, .carries = carries};
}

enum passed lane_probe(uint8_t lane)
{
    lanes[lane].belt = 1;
    motor_run((uint8_t)(AXIS_PICK0 + lane), 1, false);
    motor_run((uint8_t)(AXIS_CONV0 + lane), 1, false);
    return lane_watch_entry(lane);
}

void lane_starved(uint8_t lane)
{
    lanes[lane].idle_ms = 0;
    lane_stumble(lane, (uint8_t)(FAULT_PICK_STARVED + lane), (uint8_t)(AXIS_PICK0 + lane), LANE_REST);
}

/* A photo sensor that stays dark through the whole ladder without any strain of the belt is not looking at
 * a tile. */
static void stuck_at_entry(uint8_t lane, uint8_t phase)
{
    struct lane *l = &lanes[lane];

    if (!l->strained && l->attempt >= fault_attempts(FAULT_LANE_JAM))
        lane_latch(lane, FAULT_SENSOR_STUCK, (uint8_t)(AXIS_PICK0 + lane), IN_ENTRY0 + lane);
    else
        lane_stumble(lane, (uint8_t)(FAULT_LANE_JAM + lane), (uint8_t)(AXIS_CONV0 + lane), phase);
}

/* More pairs than a row holds, counted or not, and its sensor has not seen them. */
static bool overfull(uint8_t lane, bool full)
{
    const struct lane *l = &lanes[lane];

    return l->uncounted && l->pairs > lane_target() / 2 && l->pusher == PUSHER_WAITS && !full;
}

static void feed(uint8_t lane)
{
    struct lane *l = &lanes[lane];
    bool full = in((uint8_t)(IN_ROW_FULL0 + lane)) && l->pusher == PUSHER_WAITS;

    l->full_ms = full ? (uint8_t)(l->full_ms + (l->full_ms < 255)) : 0;
    if (!l->uncounted && l->pairs >= lane_target() / 2 && l->pusher == PUSHER_WAITS)
        filled(lane, l->uncounted);
    else if (l->full_ms == 255 && l->uncounted)
        lane_enter(lane, LANE_SURPLUS);
    else if ((l->full_ms == 255 && l->pairs == 0) || overfull(lane, full))
        lane_latch(lane, FAULT_SENSOR_STUCK, (uint8_t)(AXIS_STACK0 + lane), IN_ROW_FULL0 + lane);
    else if (l->full_ms == 255)
        lane_stumble(lane, (uint8_t)(FAULT_LANE_FULL_EARLY + lane), (uint8_t)(AXIS_STACK0 + lane), LANE_FULL);
    else if (l->photo && l->seen_ms > STUCK_MS)
        stuck_at_entry(lane, LANE_REVERSE);
    else if (l->returning)
        lane_enter(lane, LANE_EJECT);
}

/* One pair off is a miscount, and the row is right; more is a sensor that lies. */
static void full_early(uint8_t lane)
{
    struct lane *l = &lanes[lane];

    if (!in((uint8_t)(IN_ROW_FULL0 + lane))) {
        lane_recovered(lane);
        lane_enter(lane, LANE_FEED);
    } else if (l->phase_ms < FULL_MS) {
        return;
    } else if (l->pairs + 1 >= lane_target() / 2) {
        l->pairs = lane_target() / 2;
        l->entered = lane_target();
        lane_recovered(lane);
        lane_enter(lane, LANE_DONE);
    } else {
        lane_latch(lane, (uint8_t)(FAULT_LANE_FULL_EARLY + lane), (uint8_t)(AXIS_STACK0 + lane), l->pairs);
    }
}

/* A wheel that runs out may lay one tile more before the entry: it goes back. */
static void prove(uint8_t lane)
{
    bool full = in((uint8_t)(IN_ROW_FULL0 + lane));

    if (full && !lanes[lane].photo) {
        lane_recovered(lane);
        lane_enter(lane, LANE_DONE);
    } else if (lanes[lane].phase_ms <= PROVE_MS) {
        return;
    } else if (full) {
        stuck_at_entry(lane, LANE_SURPLUS);
    } else {
        lane_latch(lane, FAULT_SENSOR_STUCK, (uint8_t)(AXIS_STACK0 + lane), IN_ROW_FULL0 + lane);
    }
}

/* The row is whole, whoever counted its pairs; what was on the belt is back in the drum. */
static void adopt(uint8_t lane)
{
    struct lane *l = &lanes[lane];

    l->uncounted = false;
    l->carries = false;
    l->pairs = lane_target() / 2;
    l->entered = lane_target();
    lane_enter(lane, LANE_PROVE);
}

/* A tile that coasted past the sensor while the machine was stopped. */
void lane_give_back_strays(void)
{
    for (uint8_t lane = 0; lane < LANES; lane++)
        if (lane_done(lane))
            lane_enter(lane, LANE_SURPLUS);
}

/* Until the tile has passed the entry and is off the belt; one that is held there has jammed. */
static void eject(uint8_t lane)
{
    struct lane *l = &lanes[lane];

    if (!l->returning && !l->photo && l->clear_ms > EJECT_CLEAR_MS && l->phase_ms > REVERSE_MS)
        lane_enter(lane, LANE_FEED);
    else if (l->phase_ms <= EJECT_MS)
        return;
    else if (l->returning)
        lane_stumble(lane, (uint8_t)(FAULT_LANE_JAM + lane), (uint8_t)(AXIS_CONV0 + lane), LANE_REVERSE);
    else
        lane_enter(lane, LANE_FEED);
}

static void phase_tick(uint8_t lane)
{
    struct lane *l = &lanes[lane];

    l->phase_ms++;
    switch (l->phase) {
    case LANE_FEED:
        feed(lane);
        break;
    case LANE_EJECT:
        eject(lane);
        break;
    case LANE_BACK:
        if (l->phase_ms > BELT_MS) {
            l->carries = false;
            lane_enter(lane, LANE_FEED);
        }
        break;
    case LANE_REST:
        if (l->phase_ms > REST_MS)
            lane_enter(lane, LANE_FEED);
        break;
    case LANE_REVERSE:
        if (l->phase_ms > REVERSE_MS)
            lane_enter(lane, LANE_SLOW);
        break;
    case LANE_SLOW:
        if (l->phase_ms > SLOW_MS) {
            l->seen_ms = l->photo ? STUCK_MS - SLOW_MS / 2 : 0;
            lane_enter(lane, LANE_FEED);
        }
        break;
    case LANE_FULL:
        full_early(lane);
        break;
    case LANE_SURPLUS:
        if (l->phase_ms > BELT_MS)
            adopt(lane);
        break;
    case LANE_PROVE:
        prove(lane);
        break;
    default:
        break;
    }
}

/* A tile has somewhere to go, and one is to come. */
static bool belt_feeds(uint8_t lane)
{
    const struct lane *l = &lanes[lane];

    if (l->pusher != PUSHER_WAITS || l->ready_ms || (l->uncounted && in((uint8_t)(IN_ROW_FULL0 + lane))))
        return false;
    return lane_under_way(lane) || lane_missing(lane) || l->photo;
}

static int8_t belt_wanted(uint8_t lane)
{
    const struct lane *l = &lanes[lane];

    switch (l->phase) {
    case LANE_REVERSE:
    case LANE_EJECT:
    case LANE_BACK:
    case LANE_SURPLUS:
        return -1;
    case LANE_LISTEN:
    case LANE_SLOW:
        return 1;
    case LANE_FEED:
        return belt_feeds(lane);
    default:
        return 0;
    }
}

/* Among tiles of the other set one by one: what sends the next one back must not reach the one before. Nor while one lies
 * before the photo sensor that is not measured: nothing can be seen behind it, nor where that sensor is always dark. */
static bool wheel_wanted(uint8_t lane)
{
    const struct lane *l = &lanes[lane];

    if (l->phase != LANE_FEED || (l->photo && l->unsure) || (lane_strangers(lane) && (l->photo || l->clear_ms < APART_MS)))
        return false;
    return lane_missing(lane) > (l->photo && l->came_forward ? 1 : 0);
}

static void drive(uint8_t lane)
{
    uint8_t belt = (uint8_t)(AXIS_CONV0 + lane);

    motor_run(belt, belt_wanted(lane), lanes[lane].phase == LANE_SLOW);
    motor_run((uint8_t)(AXIS_PICK0 + lane), wheel_wanted(lane), false);
    if (motor_of(belt)->applied)
        lanes[lane].belt = motor_of(belt)->applied;
    if (motor_of(belt)->applied > 0 && motor_of((uint8_t)(AXIS_PICK0 + lane))->applied)
        lanes[lane].idle_ms++;
}

enum passed lane_tick(uint8_t lane)
{
    struct lane *l = &lanes[lane];
    enum passed passed = lane_watch_entry(lane);

    if (passed == PASSED_OWN)
        lane_take_in(lane);
    else if (passed != PASSED_NONE)
        lane_send_back(lane, passed);
    lane_watch_current(lane);
    if (l->phase == LANE_OFF || l->phase == LANE_DONE)
        return passed;
    lane_push(lane);
    phase_tick(lane);
    if (!faults->latched)
        drive(lane);
    return passed;
}
