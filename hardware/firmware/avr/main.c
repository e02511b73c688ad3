#include "../core/machine.h"
#include "../hal.h"

/* By which an image of this program is known. */
static const struct boot_identity PROGMEM identity = {
    BOOT_IDENTITY_MAGIC, PROTOCOL_MAJOR, PROTOCOL_MINOR, SCHEMA_HASH, PIN_HASH, GIT_COMMIT, GIT_DIRTY,
};

int main(void)
{
    pgm_read_byte(&identity); /* or it would be left out */
    hal_init();
    machine_boot();
    for (;;) {
        machine_turn();
        hal_sleep();
    }
}
