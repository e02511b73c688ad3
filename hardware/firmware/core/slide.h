/* An axis between two end switches, driven by a stepper: stacker, wall lift, centre lift. A move ends at
 * its switch or finds out why not, and is tried again after homing as often as the fault's ladder says. */
#ifndef JANTAKU_SLIDE_H
#define JANTAKU_SLIDE_H

#include "../hal.h"

enum slide_goal { SLIDE_NOWHERE, SLIDE_HOME, SLIDE_LOW, SLIDE_HIGH, SLIDE_BACK };
#define SLIDE_AT_REST 0 /* phase of a slide that has nothing to do */
enum slide_result { SLIDE_BUSY, SLIDE_DONE, SLIDE_FAILED };

struct slide {
    uint8_t goal;   /* what the sequence asked for */
    uint8_t phase;
    uint8_t result;
    uint8_t attempt;
    uint8_t settle; /* ms since the pulses ended */
    uint8_t fault;  /* of the running ladder, 0 for none */
    uint8_t suspect; /* input that will be named */
    uint8_t gone; /* turns in which its switch did not answer although it stands there */
    bool homed;
    bool moving; /* pulses of this phase were started */
    bool retry;  /* homing belongs to the ladder; the goal follows */
    int16_t begun; /* position where the phase began */
    int16_t measured; /* position where the far switch was found */
};

/* Slides are numbered like steppers: 0-3 stackers, 4-7 lifts, 8 centre. */
#define SLIDE_STACK 0
#define SLIDE_LIFT 4
#define SLIDE_CENTRE 8

void slide_go(uint8_t slide, enum slide_goal goal);
enum slide_result slide_result(uint8_t slide);
/* All of `count` slides from `first` on: failed when one failed and none is busy. */
enum slide_result slide_results(uint8_t first, uint8_t count);
void slide_go_all(uint8_t first, uint8_t count, enum slide_goal goal);
void slide_tick(void);
/* Slows down and forgets its goal. */
void slide_cancel_all(void);
/* HOLD: slows down; the goal stays. */
void slide_pause_all(void);
void slide_forget_all(void);
bool slide_homed_all(void);
bool slide_at(uint8_t slide, uint8_t goal);
uint8_t slide_axis(uint8_t slide);
uint8_t slide_low_input(uint8_t slide);
uint8_t slide_high_input(uint8_t slide);
int16_t slide_travel(uint8_t slide);
/* One of three by what the slide is. */
uint8_t slide_choose(uint8_t slide, uint8_t stack, uint8_t lift, uint8_t centre);

#endif
