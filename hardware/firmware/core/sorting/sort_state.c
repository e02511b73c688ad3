#include "sort_state.h"

#include "../base/activity.h"
#include "../base/counters.h"
#include "../base/input.h"
#include "lane_state.h"

REMEMBERED(struct sort, sort, 1);

void sort_init(void)
{
    sort->drum_set = counters->now.drum_set;
    sort->begun_set = counters->now.sorting;
    sort->row_set = counters->now.row_set;
    sort->standing_set = counters->now.standing_set;
    for (uint8_t lane = 0; lane < LANES; lane++)
        lanes[lane].carries = true; /* who knows */
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
    for (uint8_t lane = 0; lane < LANES; lane++) {
        lanes[lane].carries |= sort->begun_set; /* nobody gave back what lies on the belt */
        adopt_row(lane, !whole && (any || sort->begun_set || sort->row_set != NONE));
    }
    adopt_set(whole, any);
    sort->reached = false;
    activity->sorter = whole ? SORTER_STAGED : SORTER_EMPTY;
}
