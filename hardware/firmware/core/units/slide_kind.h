/* What a slide is by its number: slides are numbered like steppers, 0-3 stackers, 4-7 lifts, 8 centre. */
#ifndef JANTAKU_SLIDE_KIND_H
#define JANTAKU_SLIDE_KIND_H

#include "../../hal.h"

#define SLIDE_STACK 0
#define SLIDE_LIFT 4
#define SLIDE_CENTRE 8

/* Whether an axis has a slide; its number is then axis - AXIS_STACK0. */
bool axis_has_slide(uint8_t axis);
uint8_t slide_axis(uint8_t slide);
uint8_t slide_low_input(uint8_t slide);
uint8_t slide_high_input(uint8_t slide);
int16_t slide_travel(uint8_t slide);
/* A switch may be met this many steps from where it was expected; a move goes on this far beyond. */
int16_t slide_tolerance(uint8_t slide);
/* Fault of a slide that did not get where it went. */
uint8_t slide_stall_code(uint8_t slide, bool homes);
/* One of three by what the slide is. */
uint8_t slide_choose(uint8_t slide, uint8_t stack, uint8_t lift, uint8_t centre);

#endif
