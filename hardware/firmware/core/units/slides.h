/* Several slides at once. */
#ifndef JANTAKU_SLIDES_H
#define JANTAKU_SLIDES_H

#include "slide.h"

void slide_go_all(uint8_t first, uint8_t count, enum slide_goal goal);
/* All of `count` slides from `first` on: failed when one failed and none is busy. */
enum slide_result slide_results(uint8_t first, uint8_t count);
/* Slows down and forgets its goal. */
void slide_cancel_all(void);
/* HOLD: slows down; the goal stays. */
void slide_pause_all(void);
/* As slide_cancel_all, and no position can be relied on. */
void slide_forget_all(void);

#endif
