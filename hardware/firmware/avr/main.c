#include "../core/machine.h"
#include "../hal.h"

int main(void)
{
    hal_init();
    machine_boot();
    for (;;) {
        machine_turn();
        hal_sleep();
    }
}
