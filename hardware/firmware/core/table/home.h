/* Homing: every axis finds its place. */
#ifndef JANTAKU_HOME_H
#define JANTAKU_HOME_H

void home_tick(void);

#endif
