#ifndef JANTAKU_CLOCK_H
#define JANTAKU_CLOCK_H

/* 168 MHz from the board's 8 MHz; from the chip's own oscillator where those do not come. */
void clock_init(void);

#endif
