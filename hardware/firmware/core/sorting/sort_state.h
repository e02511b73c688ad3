/* Which set of tiles is where, what the rows hold, and how far sorting is. */
#ifndef JANTAKU_SORT_STATE_H
#define JANTAKU_SORT_STATE_H

#include "../../hal.h"
#include "../base/memory.h"

struct sort {
    uint8_t drum_set; /* NONE for empty; so the next */
    uint8_t row_set; /* in the rows, whole (the sorter says STAGED) or in part */
    uint8_t standing_set; /* on the lifts, NONE for none */
    uint8_t collect_set; /* that comes through the hatch next */
    uint8_t raised[LANES]; /* pairs of the walls that stand */
    uint8_t program;  /* of the drum, changed when no tile comes */
    uint8_t fruitless; /* programs since the last tile of this set, */
    uint8_t crowded;   /* and those in which many of the other set came */
    uint8_t crowd;     /* tiles of the other set in this program */
    uint16_t strangers; /* of them since the last tile of this set */
    bool mixed;        /* one of them came */
    bool came;         /* a tile of this set, since the hatch was shut */
    uint8_t last_lane; /* that got a tile */
    uint8_t over_lane; /* that found a tile too many, NONE for none */
    uint8_t others[LANES]; /* tiles that other lanes got since this one got one */
    bool begun_set; /* not all of drum_set lies in the drum: one of it came by, and sorting has not ended */
    bool lifted;    /* the rows were lifted since they were counted: people may have taken some of them */
    bool reached;   /* the lid was open since: somebody may have taken some, or laid them into the drum */
    bool verified;
    bool slow_told;
    uint16_t quiet_ms; /* since a tile came anywhere */
    uint16_t step_ms;
    uint32_t begun; /* on the clock */
    uint32_t fed_ms; /* without what the ladders of faults took */
};

REMEMBERS(struct sort, sort, 1);

void sort_init(void);
/* The first row whose sensor does not say full, LANES when all do. */
uint8_t sort_row_short(void);
bool sort_rows_full(void);
/* What is known of the rows meets what their sensors say, when the lifts are down. */
void sort_adopt_rows(void);
/* Something lies in the rows that is no whole set. */
bool sort_rows_partial(void);

#endif
