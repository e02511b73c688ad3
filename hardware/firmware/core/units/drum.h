/* The drum: turns, and is watched by its tach and its current. */
#ifndef JANTAKU_DRUM_H
#define JANTAKU_DRUM_H

#include "../../hal.h"
#include "../base/memory.h"

#define DRUM_MAGNETS 12 /* of the tach, per turn */

struct drum {
    int8_t direction; /* wanted by the sequence, 0 for standing */
    bool slow;
    bool tach;
    uint8_t attempt;
    uint8_t fault;      /* of the running ladder */
    uint16_t ladder_ms; /* left of the ladder's step */
    uint16_t edge_ms;   /* since the last magnet */
    uint16_t period_ms; /* between the last two */
    uint16_t over_ms;
    uint16_t loose_ms;  /* turning although switched off */
    uint8_t loose_edges;
    uint16_t ok_ms;     /* turning well since */
    uint16_t wiggle_ms; /* left of turning the other way */
};

REMEMBERS(struct drum, drum, 1);

void drum_init(void);
void drum_run(int8_t direction, bool slow);
void drum_stop(void);
/* Any axis with a direct current motor, for service: the drum keeps its own watch. */
void drum_or_motor(uint8_t axis, int8_t direction);
/* Motor off and no magnet for 300 ms: the hatch may open. */
bool drum_quiet(void);
/* Turns as wanted. */
bool drum_turns(void);
/* Tenths of a turn per minute. */
uint16_t drum_rpm(void);
/* Turns back for a moment, to shake loose what is caught. */
void drum_wiggle(void);
/* Whether it is to turn back now; whoever turns it asks once a millisecond. */
bool drum_wiggles(void);
void drum_tick(void);

#endif
