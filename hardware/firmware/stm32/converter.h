/* The converter: all channels by its own sequence and DMA, begun every other millisecond. */
#ifndef JANTAKU_CONVERTER_H
#define JANTAKU_CONVERTER_H

void converter_init(void);
/* Begins a round; one that the round before did not end is a converter that stands. */
void converter_start(void);

#endif
