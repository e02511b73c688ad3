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
#include "lane_state.h"

REMEMBERED(struct sort, sort, 1);

enum step { STEP_WARN, STEP_CLEAR, STEP_SPIN, STEP_FEED, STEP_VERIFY, STEP_RETURN, STEP_STOP };

/* Estimates; none of them decides about safety. */
#define SPIN_MS 700
#define PROGRAM_MS 5000    /* without a tile, until the drum turns otherwise */
#define STRAY_PROGRAMS 3   /* of them in vain: a tile that was never counted may lie on a belt that is done */
#define PROGRAMS 12        /* of them in vain: tiles are missing */
#define STARVED_MS 15000   /* one lane without a tile ... */
#define STARVED_OTHERS 6   /* ... while the others got so many */
#define WEAK_LANE_TILES 8  /* so many missing in one lane are no lost tiles, but a weak wheel */
#define VERIFY_MS 4000
#define RETURN_MS 600
#define SLOW_MS 80000UL    /* of feeding: commercial service texts call this a defect */
#define MIXED_TILES 3

static void enter(uint8_t step)
{
    activity->sorter_step = step;
    sort->step_ms = 0;
}

void sort_init(void)
{
    sort->drum_set = counters->now.drum_set;
    sort->begun_set = counters->now.sorting;
    sort->row_set = counters->now.row_set;
    sort->standing_set = counters->now.standing_set;
}

void sort_begin(void)
{
    struct sort *s = sort;

    activity->sorter = SORTER_SORTING;
    s->begun_set = true;
    s->row_set = NONE;
    s->lifted = false;
    s->begun = clocks->moving;
    s->verified = false;
    s->fed_ms = 0;
    s->slow_told = false;
    s->program = 0;
    s->last_lane = NONE;
    s->over_lane = NONE;
    memset(s->others, 0, sizeof s->others);
    sort_resume();
}

void sort_resume(void)
{
    sort->quiet_ms = 0;
    sort->fruitless = 0;
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

    s->quiet_ms = 0;
    s->fruitless = 0;
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

/* Forward and back, fast and slow: the last tile often lies where one way of turning never brings it. */
static void turn(void)
{
    struct sort *s = sort;
    bool back = s->program & 2;

    if (drum_wiggles())
        back = !back;
    drum_run(back ? -1 : 1, s->program & 1);
}

static bool all_counted(void)
{
    for (uint8_t lane = 0; lane < LANES; lane++)
        if (lanes[lane].uncounted)
            return false;
    return true;
}

/* How many are missing is known only where all were counted: 0 for not known, and no wheel is blamed then. */
static void short_of_tiles(void)
{
    bool counted = all_counted();

    for (uint8_t lane = 0; lane < LANES && counted; lane++)
        if (lane_missing(lane) > WEAK_LANE_TILES && missing() == lane_missing(lane)) {
            fault_latch((uint8_t)(FAULT_PICK_STARVED + lane), (uint8_t)(AXIS_PICK0 + lane), missing());
            return;
        }
    fault_latch(FAULT_COUNT_SHORT, sort->last_lane == NONE ? NONE : (uint8_t)(AXIS_PICK0 + sort->last_lane),
                counted ? missing() : 0);
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
        if (++s->fruitless == STRAY_PROGRAMS)
            lane_give_back_strays();
        if (s->fruitless >= PROGRAMS)
            short_of_tiles();
    }
    for (uint8_t lane = 0; lane < LANES; lane++)
        if (lanes[lane].idle_ms > STARVED_MS && s->others[lane] >= STARVED_OTHERS &&
            lanes[lane].phase == LANE_FEED) {
            s->others[lane] = 0;
            lane_starved(lane);
        }
}

static void watch_sets(void)
{
    uint8_t strange = 0;

    for (uint8_t lane = 0; lane < LANES; lane++)
        strange = (uint8_t)(strange + lanes[lane].votes[sort->drum_set == 0]);
    if (strange < MIXED_TILES)
        return;
    for (uint8_t lane = 0; lane < LANES; lane++)
        lanes[lane].votes[0] = lanes[lane].votes[1] = 0;
    fault_latch(FAULT_SET_MIXED, NONE, strange);
}

static void watch_time(void)
{
    struct sort *s = sort;

    if (!faults->recovering)
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
        if (lane_tick(lane))
            tile_came(lane);
        all &= lane_done(lane);
    }
    if (faults->latched)
        return;
    if (all) {
        enter(sort->verified ? STEP_STOP : STEP_VERIFY);
        return;
    }
    watch_supply_of_tiles();
    watch_sets();
    watch_time();
}

/* All rows are whole: a tile that still comes is one too many. */
static void verify(void)
{
    struct sort *s = sort;

    turn();
    for (uint8_t lane = 0; lane < LANES; lane++) {
        lane_probe(lane);
        if (in((uint8_t)(IN_ENTRY0 + lane)))
            s->over_lane = lane;
    }
    if (s->over_lane != NONE || s->step_ms >= VERIFY_MS)
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
            lane_start(lane);
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

uint8_t sort_row_short(void)
{
    uint8_t lane = 0;

    while (lane < LANES && in((uint8_t)(IN_ROW_FULL0 + lane)))
        lane++;
    return lane;
}

bool sort_rows_full(void)
{
    return sort_row_short() == LANES;
}

bool sort_rows_partial(void)
{
    return activity->sorter == SORTER_EMPTY && (sort->row_set != NONE || sort->begun_set);
}

/* A row whose sensor does not say full holds less than was counted, whatever became of the rest: it is filled
 * until the sensor does. */
static void adopt_row(uint8_t lane, bool unsure)
{
    struct lane *l = &lanes[lane];
    uint8_t whole = lane_target() / 2;

    l->uncounted |= unsure;
    if (in((uint8_t)(IN_ROW_FULL0 + lane)))
        l->pairs = whole;
    else if (l->pairs >= whole)
        l->pairs = sort->lifted || sort->reached ? 0 : (uint8_t)(whole - 1);
    else
        return;
    l->entered = (uint8_t)(2 * l->pairs);
}

/* Of which set they are: what was sorted into the rows lies there still; else it is the set of the walls, which
 * nobody took down from the lifts. What somebody took out under the open lid is looked for in the drum first. */
static void adopt_set(bool whole, bool any)
{
    struct sort *s = sort;

    if (!whole && s->reached && !s->lifted && s->row_set != NONE && s->drum_set == NONE) {
        s->drum_set = s->row_set;
        s->begun_set = true;
    }
    if (s->begun_set) {
        s->row_set = whole ? s->drum_set : NONE;
        s->drum_set = whole ? NONE : s->drum_set;
        s->begun_set = !whole;
    } else if (s->row_set == NONE && any) {
        s->row_set = s->standing_set;
    }
    if (whole && s->row_set == NONE)
        s->row_set = 0;
}

void sort_adopt_rows(void)
{
    bool whole = sort_rows_full(), any = false;

    for (uint8_t lane = 0; lane < LANES; lane++)
        any |= in((uint8_t)(IN_ROW_FULL0 + lane));
    for (uint8_t lane = 0; lane < LANES; lane++)
        adopt_row(lane, !whole && (any || sort->begun_set || sort->row_set != NONE));
    adopt_set(whole, any);
    sort->reached = false;
    activity->sorter = whole ? SORTER_STAGED : SORTER_EMPTY;
}

uint8_t sort_percent(void)
{
    uint16_t pairs = 0;

    for (uint8_t lane = 0; lane < LANES; lane++)
        pairs = (uint16_t)(pairs + lanes[lane].pairs);
    return (uint8_t)(pairs * 100 / (LANES * (lane_target() / 2)));
}
