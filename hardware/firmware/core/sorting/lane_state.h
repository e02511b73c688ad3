/* What is known of a lane, and how it changes: what the files of the lane share. */
#ifndef JANTAKU_LANE_STATE_H
#define JANTAKU_LANE_STATE_H

#include "../../hal.h"
#include "../base/memory.h"

enum lane_phase {
    LANE_OFF,
    LANE_FEED,
    LANE_EJECT,   /* a tile that lies face up, one of the other set, or two end to end go back */
    LANE_BACK,    /* what was on the belt when all stopped goes back: nobody knows what it is */
    LANE_LISTEN,  /* too much current: the wheel rests, is it the belt? */
    LANE_REST,    /* the wheel rests */
    LANE_REVERSE, /* jam: back ... */
    LANE_SLOW,    /* ... and forward again */
    LANE_FULL,    /* the row says full before the count does */
    LANE_SURPLUS, /* the row is full, nobody counted how: the belt gives back what it carries */
    LANE_PROVE,   /* the row has its pairs: does its sensor agree? */
    LANE_DONE,
};

/* What has just passed the entry. TWO: perhaps, there is no measure. */
enum passed { PASSED_NONE, PASSED_OWN, PASSED_STRANGE, PASSED_FACE_UP, PASSED_TWO };

enum pusher { PUSHER_WAITS, PUSHER_PUSHES, PUSHER_RETURNS };

struct lane {
    uint8_t phase;
    uint8_t pusher;
    uint8_t entered; /* tiles past the entry since the row was empty */
    uint8_t pairs;   /* in the row */
    uint8_t set;      /* that is sorted */
    uint8_t votes[2]; /* tiles that looked like set 0 and set 1, 255 at most */
    bool uncounted;   /* row and belt hold tiles that nobody counted: it is full when its sensor says so */
    bool carries;     /* the belt may hold tiles that nobody counted, whatever the row holds */
    bool photo;
    bool unsure;       /* it was held or went back: no measure of its magnet */
    bool held;         /* all was, since: the belt has run out, and nobody looked */
    bool came_forward; /* the tile before the photo sensor came from the drum */
    int8_t belt; /* last direction it moved */
    uint8_t fault; /* of the running ladder */
    uint8_t fault_axis;
    uint8_t attempt;
    uint8_t face_up; /* tiles in a row without a magnet */
    uint8_t strange; /* tiles of the other set in a row */
    bool returning;  /* a tile past the entry has to go back */
    uint8_t all_magnet; /* tiles with a magnet from end to end */
    uint8_t listened; /* strains that went away when the wheel rested */
    uint8_t same_pair; /* pushes that left the pair where it was */
    bool strained; /* the current was high in this ladder */
    uint16_t phase_ms;
    uint16_t seen_ms;   /* the tile before the photo sensor, while the belt ran forward */
    uint16_t way;        /* that it has gone there, as far as the belt's motor lets know */
    uint16_t before_way; /* of it, until the hall switch was asserted */
    uint16_t magnet_way; /* of it, with the hall switch asserted */
    uint16_t usual_way;  /* of a tile in this lane, 0 before the first one: kept over all sets */
    int16_t speed;       /* of the belt, in 1/128 % */
    uint16_t lone_ms;    /* the hall switch was asserted where no tile was, while the belt ran */
    uint8_t unseen;      /* times that it came and went there */
    uint8_t apart_ms;    /* since it was asserted */
    uint16_t clear_ms;  /* since the last tile left the photo sensor */
    uint16_t idle_ms;   /* since a tile came, while wheel and belt ran */
    uint16_t ready_ms;
    uint16_t wait_ms;   /* for a pair that should have come */
    uint16_t current;   /* smoothed, mA */
    uint16_t odd_ms;    /* the current has not been what the motors should draw */
    uint16_t high_ms;
    uint8_t full_ms;
};

REMEMBERS(struct lane, lanes, LANES);

uint8_t lane_target(void);
/* Tiles it still has to take in; of one that is not counted, at least a pair. */
uint8_t lane_missing(uint8_t lane);
/* Tiles between the entry and the row. */
uint8_t lane_under_way(uint8_t lane);
void lane_enter(uint8_t lane, uint8_t phase);
/* The ladder of a jam or a strained motor takes its next step. */
void lane_stumble(uint8_t lane, uint8_t code, uint8_t axis, uint8_t phase);
/* Ends the ladder that runs, because tiles move again. */
void lane_recovered(uint8_t lane);
void lane_latch(uint8_t lane, uint8_t code, uint8_t axis, int16_t detail);

#endif
