/* The four wall lifts, which rise and sink together. */
#include "machine.h"

enum { GO, GO_WAIT, AGAIN_WAIT };

static void walls_stand(void)
{
    if (M.table.attempt)
        fault_cleared(FAULT_LIFT_NOT_LEVEL, NONE);
    M.table.standing_set = M.sort.row_set;
    M.sort.row_set = NONE;
    M.sort.state = SORTER_EMPTY;
    for (uint8_t lane = 0; lane < LANES; lane++) {
        M.sort.raised[lane] = M.lane[lane].pairs;
        lane_empty(lane);
    }
    report_walls();
    table_finish(MACHINE_STATE_PRESENTED);
}

/* Where each lift met its upper switch, counted in steps: one that slipped on the way stands out. */
static bool level(void)
{
    int16_t least = INT16_MAX, most = INT16_MIN;

    for (uint8_t i = SLIDE_LIFT; i < SLIDE_LIFT + LANES; i++) {
        least = M.slide[i].measured < least ? M.slide[i].measured : least;
        most = M.slide[i].measured > most ? M.slide[i].measured : most;
    }
    return most - least <= slide_travel(SLIDE_LIFT) / 50;
}

static void risen(void)
{
    if (level()) {
        walls_stand();
        return;
    }
    if (M.table.attempt >= fault_attempts(FAULT_LIFT_NOT_LEVEL)) {
        fault_latch(FAULT_LIFT_NOT_LEVEL, NONE, M.slide[SLIDE_LIFT].measured);
        return;
    }
    fault_recovering(FAULT_LIFT_NOT_LEVEL, NONE, M.slide[SLIDE_LIFT].measured, ++M.table.attempt);
    slide_go_all(SLIDE_LIFT, LANES, SLIDE_HOME);
    table_next();
}

void raise_tick(void)
{
    enum slide_result result = slide_results(SLIDE_LIFT, LANES);

    switch (M.table.step) {
    case GO:
        slide_go_all(SLIDE_LIFT, LANES, SLIDE_HIGH);
        table_next();
        break;
    case GO_WAIT:
        if (result == SLIDE_DONE)
            risen();
        break;
    default:
        if (result == SLIDE_DONE)
            M.table.step = GO;
    }
}

/* Rows that nobody took down from the lifts are rows again. */
static void sunk(void)
{
    if (M.table.standing_set != NONE && M.sort.state == SORTER_EMPTY)
        sort_adopt_rows();
    M.table.standing_set = NONE;
    table_finish(table_resting());
}

void lower_tick(void)
{
    switch (M.table.step) {
    case GO:
        slide_go_all(SLIDE_LIFT, LANES, SLIDE_LOW);
        table_next();
        break;
    default:
        if (slide_results(SLIDE_LIFT, LANES) == SLIDE_DONE)
            sunk();
    }
}
