/* Inputs, sampled once a millisecond. Never by pin change: a bouncing switch must not be able to take the
 * processor. */
#ifndef JANTAKU_INPUT_H
#define JANTAKU_INPUT_H

#include "../../hal.h"
#include "memory.h"

#define INPUT_HISTORY 10 /* one in ten milliseconds: 100 ms for the fault records */

struct inputs {
    uint8_t raw[INPUT_BYTES];
    uint8_t earlier[2][INPUT_BYTES];
    uint8_t stable[INPUT_BYTES]; /* after three equal samples */
    uint8_t history[INPUT_HISTORY][INPUT_BYTES];
    uint8_t place;
    uint8_t asserted[INPUT_BYTES], released[INPUT_BYTES]; /* that were so since somebody watches */
};

REMEMBERS(struct inputs, inputs, 1);

void input_tick(void);
/* Asserted, debounced over three samples. */
bool in(uint8_t input);
/* Asserted in the last two samples: for what must act at once. */
bool in_fast(uint8_t input);
/* From now on is remembered which inputs were asserted, and which were not. */
void input_forget(void);
/* The inputs as they were 100 ms ago. */
const uint8_t *input_before(void);

#endif
