/* Not the machine's program: the same core and HAL with all nine steppers at 4 kHz, far from any switch, to
 * see in simulation that no step is lost and what is left of the processor. */
#include "../core/machine.h"

#include "../core/base/clocks.h"
#include "../core/drive/power.h"
#include "../core/drive/stepper.h"
#include "../core/safety/lease.h"
#include "../core/units/slide_kind.h"

#define SPEED 4000
#define STEPS 20000

static void start_all(void)
{
    for (uint8_t i = 0; i < STEPPER_COUNT; i++) {
        steppers[i].ramp = ramps[RAMP_STACK].at;
        stepper_start(i, STEPS, SPEED, slide_high_input(i));
    }
}

int main(void)
{
    bool started = false;

    hal_init();
    machine_boot();
    for (;;) {
        lease_renew(HOLD_MS);
        machine_turn();
        if (clocks->now >= 100 && !started) {
            started = true;
            power_on();
            start_all();
        }
        hal_sleep();
    }
}
