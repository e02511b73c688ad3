/* What the vectors name. */
#ifndef JANTAKU_STARTUP_H
#define JANTAKU_STARTUP_H

int main(void);
void reset(void) __attribute__((noreturn));
void fail(void) __attribute__((noreturn));
void on_tick(void);
void on_timer3(void);
void on_timer4(void);
void on_timer5(void);
void on_serial(void);

#endif
