#include "sort.h"

#include <string.h>

#include "../base/activity.h"
#include "../base/clocks.h"
#include "../base/config.h"
#include "../base/counters.h"
#include "../base/input.h"
#include "../drive/motor.h"
#include "../safety/fault.h"
#include "../units/drum.h"
#include "../units/lamp.h"
#include "../units/slides.h"
#include "lane.h"

enum step { STEP_WARN, STEP_CLEAR, STEP_SPIN, STEP_FEED, STEP_VERIFY, STEP_RETURN, STEP_STOP };

/* Estimates; none of them decides about safety. */
#define SPIN_MS 700
#define PROGRAM_MS 5000    /* without a tile, until the drum turns otherwise */
#define STRAY_PROGRAMS 3   /* of them in vain: a tile that was never counted may lie on a belt that is done */
#define PROGRAMS 12        /* of them in vain: tiles are missing */
#define STARVED_MS 15000   /* one lane without a tile ... */
#define STARVED_OTHERS 6   /* ... while the others got so many */
#define PAIR_MS 4000 /* a lane is run through in 1.5 s */
#define WEAK_LANE_TILES 8  /* so many missing in one lane are no lost tiles, but a weak wheel */
#define VERIFY_MS 4000
#define RETURN_MS 600
#define SLOW_MS 80000UL    /* of feeding: commercial service texts call this a defect */
#define CROWD 2 /* tiles of the other set in a program, for each lane that still feeds: the one that is missing may
                 * not have had its turn */
#define TURNS 2 /* of each tile of a set, until it has: 13 in 100 have not, and who is asked in vain presses START twice */
#define STRANGE_LIMIT 6  /* in a row in one lane, while the others see none ... */
#define STRANGE_OTHERS 8 /* ... and get so many of this set */
#define OTHER_SET 8 /* tiles of the other set and none of this one: that is what people pushed in */

static void enter(uint8_t step)
{
    activity->sorter_step = step;
    sort->step_ms = 0;
}

void sort_begin(void)
{
    struct sort *s = sort;

    activity->sorter = SORTER_SORTING;
    s->begun_set |= s->row_set != NONE;
    s->row_set = NONE;
    s->lifted = false;
    s->begun = clocks->moving;
    s->verified = false;
    s->fed_ms = 0;
    s->slow_told = false;
    s->program = 0;
    s->last_lane = NONE;
    s->over_lane = NONE;
    s->mixed = false;
    s->came = false;
    memset(s->others, 0, sizeof s->others);
    sort_resume();
}

void sort_resume(void)
{
    sort->quiet_ms = 0;
    sort->fruitless = 0;
    sort->crowd = 0;
    sort->crowded = 0;
    sort->strangers = 0;
    enter(STEP_WARN);
}

void sort_interrupt(void)
{
    for (uint8_t lane = 0; lane < LANES; lane++)
        lane_stop(lane);
}

static void tile_came(uint8_t lane)
{
    struct sort *s = sort;

    s->came = true;
    s->begun_set = true;
    s->quiet_ms = 0;
    s->fruitless = 0;
    s->crowded = 0;
    s->strangers = 0;
    s->last_lane = lane;
    for (uint8_t n = 0; n < LANES; n++)
        s->others[n] = n == lane ? 0 : (uint8_t)(s->others[n] + (s->others[n] < 255));
}

static uint8_t missing(void)
{
    uint8_t tiles = 0;

    for (uint8_t lane = 0; lane < LANES; lane++)
        tiles = (uint8_t)(tiles + lane_missing(lane));
    return tiles;
}

static bool all_counted(void)
{
    for (uint8_t lane = 0; lane < LANES; lane++)
        if (lanes[lane].uncounted)
            return false;
    return true;
}

static bool none_of_this_set(void)
{
    uint8_t tiles = 0;

    for (uint8_t lane = 0; lane < LANES; lane++)
        tiles |= lanes[lane].pairs | lanes[lane].uncounted | lanes[lane].votes[sort->drum_set];
    return !tiles;
}

/* The hatch was open for one set, and people pushed in the other. What stands, or whatever does, is the first then. */
static void adopt_other_set(void)
{
    struct sort *s = sort;

    s->drum_set = !s->drum_set;
    if (s->standing_set == s->drum_set)
        s->standing_set = !s->drum_set;
    s->mixed = false;
    for (uint8_t lane = 0; lane < LANES; lane++) {
        lanes[lane].set = s->drum_set;
        lanes[lane].strange = 0;
    }
}

/* People were asked for the rest of a set, and what they pushed in is the other one: half a set of it came by, and none of
 * this. It is sorted as soon as the rows are free; to look for this one among it would take minutes. */
static bool rest_is_other_set(void)
{
    return activity->state == MACHINE_STATE_SORTING && !faults->latched && !sort->came &&
           sort->strangers >= LANES * (uint16_t)lane_target() / 2;
}

static void make_way(void)
{
    struct sort *s = sort;

    fault_latch(FAULT_OTHER_SET, NONE, all_counted() ? missing() : 0);
    s->row_set = s->drum_set;
    s->drum_set = !s->drum_set;
    s->begun_set = false;
}

/* It went back into the drum and waits there for its own set. One lane that alone sees such tiles sees wrongly. */
static void stranger_came(uint8_t lane)
{
    struct sort *s = sort;

    s->mixed = true;
    s->crowd = (uint8_t)(s->crowd + (s->crowd < 255));
    s->strangers = (uint16_t)(s->strangers + (s->strangers < UINT16_MAX));
    for (uint8_t n = 0; n < LANES; n++)
        if (n != lane || lanes[n].strange == 1)
            s->others[n] = 0;
    if (s->others[lane] >= STRANGE_OTHERS && lanes[lane].strange >= STRANGE_LIMIT)
        lane_latch(lane, FAULT_SENSOR_STUCK, (uint8_t)(AXIS_CONV0 + lane), IN_BACK_UP0 + lane);
    else if (s->strangers >= OTHER_SET && none_of_this_set())
        adopt_other_set();
    else if (rest_is_other_set())
        make_way();
}

/* Forward and back, fast and slow: the last tile often lies where one way of turning never brings it. */
static void turn(void)
{
    struct sort *s = sort;
    bool back = s->program & 2;

    if (drum_wiggles())
        back = !back;
    drum_run(back ? -1 : 1, s->program & 1);
}

/* Two that passed the entry should have been a pair, and no other came since: they lie before a sensor that does not
 * see them, or one was counted twice. Somebody looks into that stacker before anybody looks under the table. */
static bool waits_for_a_pair(void)
{
    for (uint8_t lane = 0; lane < LANES; lane++)
        if (lanes[lane].fault == FAULT_STACK_SINGLE + lane ||
            (lane_under_way(lane) >= 2 && !lanes[lane].returning && lanes[lane].clear_ms > PAIR_MS)) {
            lane_latch(lane, (uint8_t)(FAULT_STACK_SINGLE + lane), (uint8_t)(AXIS_STACK0 + lane), lane_under_way(lane));
            return true;
        }
    return false;
}

/* How many are missing is known only where all were counted: 0 for not known, and no wheel is blamed then. Nor where
 * tiles of the other set are about: this set lies elsewhere. */
static void short_of_tiles(void)
{
    bool counted = all_counted();

    if (waits_for_a_pair())
        return;
    for (uint8_t lane = 0; lane < LANES && counted && !sort->mixed; lane++)
        if (lane_missing(lane) > WEAK_LANE_TILES && missing() == lane_missing(lane)) {
            fault_latch((uint8_t)(FAULT_PICK_STARVED + lane), (uint8_t)(AXIS_PICK0 + lane), missing());
            return;
        }
    fault_latch(sort->mixed ? FAULT_SET_MIXED : FAULT_COUNT_SHORT,
                sort->last_lane == NONE ? NONE : (uint8_t)(AXIS_PICK0 + sort->last_lane), counted ? missing() : 0);
}

/* While many of the other set come past, the one that is missing may not have had its turn: such a program does not
 * count, until it must have had several. */
static bool searched(void)
{
    struct sort *s = sort;
    uint8_t feeding = 0;

    for (uint8_t lane = 0; lane < LANES; lane++)
        feeding = (uint8_t)(feeding + (lane_missing(lane) > 0));
    s->fruitless = (uint8_t)(s->fruitless + (s->crowd < CROWD * feeding));
    s->crowded = (uint8_t)(s->crowded + (s->crowd >= CROWD * feeding && s->crowded < UINT8_MAX));
    s->crowd = 0;
    if (s->fruitless + s->crowded < PROGRAMS)
        return false;
    return s->fruitless >= PROGRAMS || s->strangers >= TURNS * LANES * (uint16_t)lane_target();
}

static void watch_supply_of_tiles(void)
{
    struct sort *s = sort;

    if (!missing() || faults->recovering)
        s->quiet_ms = 0;
    if (++s->quiet_ms >= PROGRAM_MS) {
        s->quiet_ms = 0;
        s->program++;
        memset(s->others, 0, sizeof s->others); /* nobody gets tiles: it is not the lane */
        if (searched())
            short_of_tiles();
        else if (s->fruitless + s->crowded == STRAY_PROGRAMS)
            lane_give_back_strays();
    }
    for (uint8_t lane = 0; lane < LANES; lane++)
        if (lanes[lane].idle_ms > STARVED_MS && s->others[lane] >= STARVED_OTHERS &&
            lanes[lane].phase == LANE_FEED) {
            s->others[lane] = 0;
            lane_starved(lane);
        }
}

static bool sends_back(void)
{
    for (uint8_t lane = 0; lane < LANES; lane++)
        if (lanes[lane].phase == LANE_EJECT && lanes[lane].strange)
            return true;
    return false;
}

/* What the other set's tiles take is no slow feeding. */
static void watch_time(void)
{
    struct sort *s = sort;
    bool back = sends_back();

    s->begun += back;
    if (!faults->recovering && !back)
        s->fed_ms++;
    if (!s->slow_told && s->fed_ms > SLOW_MS) {
        s->slow_told = true;
        fault_warn(FAULT_SLOW_SORT, NONE, missing());
    }
    if (clocks->moving - s->begun > (uint32_t)setting(SET_SORT_DEADLINE)) {
        s->begun = clocks->moving;
        short_of_tiles();
    }
}

static void feed(void)
{
    bool all = true;

    turn();
    for (uint8_t lane = 0; lane < LANES; lane++) {
        enum passed passed = lane_tick(lane);

        if (passed == PASSED_OWN)
            tile_came(lane);
        else if (passed == PASSED_STRANGE)
            stranger_came(lane);
        all &= lane_done(lane);
    }
    if (faults->latched)
        return;
    if (all) {
        enter(sort->verified ? STEP_STOP : STEP_VERIFY);
        return;
    }
    watch_supply_of_tiles();
    watch_time();
}

/* All rows are whole: a tile of this set that still comes is one too many. */
static void verify(void)
{
    struct sort *s = sort;
    bool came = false;

    turn();
    for (uint8_t lane = 0; lane < LANES; lane++) {
        enum passed passed = lane_probe(lane);

        came |= passed != PASSED_NONE;
        if (passed == PASSED_OWN || (passed != PASSED_NONE && passed != PASSED_STRANGE && !s->mixed))
            s->over_lane = lane;
    }
    if (came || s->step_ms >= VERIFY_MS)
        enter(STEP_RETURN);
}

/* What the probe took in goes back. */
static void give_back(void)
{
    for (uint8_t lane = 0; lane < LANES; lane++) {
        motor_stop((uint8_t)(AXIS_PICK0 + lane));
        motor_run((uint8_t)(AXIS_CONV0 + lane), -1, false);
    }
    if (sort->step_ms < RETURN_MS)
        return;
    sort->verified = true;
    for (uint8_t lane = 0; lane < LANES; lane++)
        lane_stop(lane);
    enter(STEP_STOP);
    if (sort->over_lane != NONE)
        fault_latch(FAULT_COUNT_OVER, (uint8_t)(AXIS_PICK0 + sort->over_lane), 1);
}

static void stop(void)
{
    drum_stop();
    for (uint8_t lane = 0; lane < LANES; lane++)
        lane_stop(lane);
    if (!drum_quiet())
        return;
    activity->sorter = SORTER_STAGED;
    sort->row_set = sort->drum_set;
    sort->drum_set = NONE;
    sort->begun_set = false;
    counters->now.cycles++;
}

void sort_tick(void)
{
    struct sort *s = sort;

    s->step_ms++;
    switch (activity->sorter_step) {
    case STEP_WARN:
        if (!lamp_warned())
            break;
        slide_go_all(SLIDE_STACK, LANES, SLIDE_LOW);
        enter(STEP_CLEAR);
        break;
    case STEP_CLEAR:
        if (slide_results(SLIDE_STACK, LANES) == SLIDE_DONE)
            enter(STEP_SPIN);
        break;
    case STEP_SPIN:
        turn();
        if (s->step_ms < SPIN_MS || !drum_turns())
            break;
        for (uint8_t lane = 0; lane < LANES; lane++)
            lane_start(lane, s->drum_set);
        enter(STEP_FEED);
        break;
    case STEP_FEED:
        feed();
        break;
    case STEP_VERIFY:
        verify();
        break;
    case STEP_RETURN:
        give_back();
        break;
    default:
        stop();
    }
}

uint8_t sort_percent(void)
{
    uint16_t pairs = 0;

    for (uint8_t lane = 0; lane < LANES; lane++)
        pairs = (uint16_t)(pairs + lanes[lane].pairs);
    return (uint8_t)(pairs * 100 / (LANES * (lane_target() / 2)));
}
