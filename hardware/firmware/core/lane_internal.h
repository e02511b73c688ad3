/* What the files of the lane share. */
#ifndef JANTAKU_LANE_INTERNAL_H
#define JANTAKU_LANE_INTERNAL_H

#include "machine.h"

void lane_enter(uint8_t lane, uint8_t phase);
/* The ladder of a jam or a strained motor takes its next step. */
void lane_stumble(uint8_t lane, uint8_t code, uint8_t axis, uint8_t phase);
/* Ends the ladder that runs, because tiles move again. */
void lane_recovered(uint8_t lane);
void lane_latch(uint8_t lane, uint8_t code, uint8_t axis, int16_t detail);
/* Tiles between the entry and the row. */
uint8_t lane_under_way(uint8_t lane);

void lane_watch_entry(uint8_t lane);
void lane_watch_current(uint8_t lane);
void lane_push(uint8_t lane);

#endif
