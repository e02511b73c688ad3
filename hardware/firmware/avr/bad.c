/* Not the machine's program: firmware by its identity that keeps the watchdog quiet and says nothing, or one that
 * greets and then hangs. What such a release does to a machine is tested with them. */
#include "../core/machine.h"
#include "../hal.h"

static const struct boot_identity PROGMEM identity = {
    BOOT_IDENTITY_MAGIC, PROTOCOL_MAJOR, PROTOCOL_MINOR, SCHEMA_HASH, PIN_HASH, GIT_COMMIT, GIT_DIRTY,
};

int main(void)
{
    pgm_read_byte(&identity);
    hal_init();
    if (GREETS) {
        machine_boot();
        for (;;)
            ;
    }
    for (;;) {
        hal_watchdog_kick();
        hal_sleep();
    }
}
