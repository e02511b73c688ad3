/* Watches the motor supply: what the rail says back, its voltage, the drivers, their temperature. */
#ifndef JANTAKU_SUPPLY_H
#define JANTAKU_SUPPLY_H

void supply_tick(void);

#endif
