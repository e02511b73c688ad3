#ifndef JANTAKU_STM32_PINS_H
#define JANTAKU_STM32_PINS_H

/* All pins as the table has them, every output at its safe level before it drives. */
void pins_init(void);

#endif
