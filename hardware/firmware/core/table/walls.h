/* The four walls rise and sink. */
#ifndef JANTAKU_WALLS_H
#define JANTAKU_WALLS_H

void raise_tick(void);
void lower_tick(void);

#endif
