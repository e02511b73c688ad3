/* The four wall lifts, which rise and sink together. */
#include "walls.h"

#include "../base/activity.h"
#include "../base/input.h"
#include "../safety/fault.h"
#include "../safety/report.h"
#include "../sorting/lane.h"
#include "../sorting/lane_state.h"
#include "../sorting/sort.h"
#include "../units/lamp.h"
#include "../units/slides.h"
#include "sequence.h"

enum { WARN, PUSHED, BACK, GO_WAIT, AGAIN_WAIT };

/* Walls of a whole set are told as such; less than that, people take out. */
static void walls_stand(void)
{
    bool whole = activity->sorter == SORTER_STAGED;

    if (activity->attempt)
        fault_cleared(FAULT_LIFT_NOT_LEVEL, NONE);
    sort->standing_set = sort->row_set == NONE ? sort->drum_set : sort->row_set;
    sort->row_set = NONE;
    sort->begun_set = false;
    sort->lifted = false;
    activity->sorter = SORTER_EMPTY;
    for (uint8_t lane = 0; lane < LANES; lane++) {
        sort->raised[lane] = lanes[lane].pairs;
        lane_empty(lane, !whole || lanes[lane].carries);
    }
    if (whole)
        report_walls(sort->standing_set, sort->raised);
    sequence_finish(MACHINE_STATE_PRESENTED);
}

/* Where each lift met its upper switch, counted in steps: one that slipped on the way stands out. */
static bool level(void)
{
    int16_t least = INT16_MAX, most = INT16_MIN;

    for (uint8_t i = SLIDE_LIFT; i < SLIDE_LIFT + LANES; i++) {
        least = slides[i].measured < least ? slides[i].measured : least;
        most = slides[i].measured > most ? slides[i].measured : most;
    }
    return most - least <= slide_travel(SLIDE_LIFT) / 50;
}

static void risen(void)
{
    if (level()) {
        walls_stand();
        return;
    }
    if (activity->attempt >= fault_attempts(FAULT_LIFT_NOT_LEVEL)) {
        fault_latch(FAULT_LIFT_NOT_LEVEL, NONE, slides[SLIDE_LIFT].measured);
        return;
    }
    fault_recovering(FAULT_LIFT_NOT_LEVEL, NONE, slides[SLIDE_LIFT].measured, ++activity->attempt);
    slide_go_all(SLIDE_LIFT, LANES, SLIDE_HOME);
    activity_next();
}

static void go(void)
{
    sort->lifted = true;
    slide_go_all(SLIDE_LIFT, LANES, SLIDE_HIGH);
    activity_go_to(GO_WAIT);
}

/* A part of a set is taken out whole: what lies alone in a stacker rises with its row, or it would come into the row of
 * whatever set is sorted next. A row that is full has no room for it. */
static void begin(void)
{
    if (activity->sorter == SORTER_STAGED) {
        go();
        return;
    }
    for (uint8_t lane = 0; lane < LANES; lane++)
        slide_go((uint8_t)(SLIDE_STACK + lane), in((uint8_t)(IN_ROW_FULL0 + lane)) ? SLIDE_LOW : SLIDE_HIGH);
    activity_next();
}

void raise_tick(void)
{
    enum slide_result result = slide_results(SLIDE_LIFT, LANES);
    enum slide_result pushed = slide_results(SLIDE_STACK, LANES);

    switch (activity->step) {
    case WARN:
        if (lamp_warned())
            begin();
        break;
    case PUSHED:
        if (pushed == SLIDE_DONE) {
            slide_go_all(SLIDE_STACK, LANES, SLIDE_LOW);
            activity_next();
        }
        break;
    case BACK:
        if (pushed == SLIDE_DONE)
            go();
        break;
    case GO_WAIT:
        if (result == SLIDE_DONE)
            risen();
        break;
    default:
        if (result == SLIDE_DONE)
            go();
    }
}

/* Rows that nobody took down from the lifts are rows again. */
static void sunk(void)
{
    if (sort->standing_set != NONE && activity->sorter == SORTER_EMPTY)
        sort_adopt_rows();
    sort->standing_set = NONE;
    sequence_finish(activity_resting());
}

void lower_tick(void)
{
    switch (activity->step) {
    case WARN:
        if (!lamp_warned())
            break;
        slide_go_all(SLIDE_LIFT, LANES, SLIDE_LOW);
        activity_next();
        break;
    default:
        if (slide_results(SLIDE_LIFT, LANES) == SLIDE_DONE)
            sunk();
    }
}
