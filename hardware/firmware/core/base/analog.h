/* Analogue inputs in their units. */
#ifndef JANTAKU_ANALOG_H
#define JANTAKU_ANALOG_H

#include "../../hal.h"

/* mA, mV or tenths of a degree, as the pin table says. */
uint16_t analog(uint8_t channel);
/* The same the other way: the conversion that a value gives. */
uint16_t analog_raw(uint8_t channel, uint16_t value);
/* Channel that measures the supply of an axis, NONE where none does. */
uint8_t analog_of(uint8_t axis);
/* Lane that an axis serves, NOBODY for none. */
uint8_t axis_lane(uint8_t axis);

#endif
