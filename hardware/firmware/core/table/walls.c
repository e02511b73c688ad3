/* The four wall lifts, which rise and sink together. */
#include "walls.h"

#include "../base/activity.h"
#include "../safety/fault.h"
#include "../safety/report.h"
#include "../sorting/lane.h"
#include "../sorting/lane_state.h"
#include "../sorting/sort.h"
#include "../units/lamp.h"
#include "../units/slides.h"
#include "sequence.h"

enum { GO, GO_WAIT, AGAIN_WAIT };

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
        lane_empty(lane, !whole);
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

void raise_tick(void)
{
    enum slide_result result = slide_results(SLIDE_LIFT, LANES);

    switch (activity->step) {
    case GO:
        if (!lamp_warned())
            break;
        sort->lifted = true;
        slide_go_all(SLIDE_LIFT, LANES, SLIDE_HIGH);
        activity_next();
        break;
    case GO_WAIT:
        if (result == SLIDE_DONE)
            risen();
        break;
    default:
        if (result == SLIDE_DONE)
            activity->step = GO;
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
    case GO:
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
