/* The firmware begins only while its seal fits: length and checksum, which lie behind the image (seal.py). What was written
 * half, or has changed in the flash, says so and moves nothing. */
#include <string.h>

#include "../core/base/crc.h"
#include "../core/host/frame.h"
#include "../core/machine.h"
#include "../hal.h"
#include "startup.h"

#define FLASH_BEGIN ((const uint8_t *)0x08000000)
#define TELL_MS 250

/* By which an image of this program is known. */
static const struct boot_identity identity __attribute__((section(".identity"), used)) = {
    BOOT_IDENTITY_MAGIC, PROTOCOL_MAJOR, PROTOCOL_MINOR, SCHEMA_HASH, PIN_HASH, GIT_COMMIT, GIT_DIRTY,
};

extern const uint8_t image_end[];

/* The checksum of 30 kB takes 10 ms; it is done in parts, or the watchdog would bite. */
static bool image_is_whole(void)
{
    struct boot_seal seal;
    uint32_t length = (uint32_t)(image_end - FLASH_BEGIN), part;
    uint16_t crc = 0xffff;

    memcpy(&seal, image_end, sizeof seal);
    if (seal.magic != BOOT_SEAL_MAGIC || seal.length != length)
        return false;
    for (uint32_t at = 0; at < length; at += part) {
        part = length - at < 1024 ? length - at : 1024;
        crc = crc16(crc, FLASH_BEGIN + at, (uint16_t)part);
        hal_watchdog_kick();
    }
    return crc == seal.crc;
}

/* As a bootloader says that there is no whole firmware, but one that takes no pages. */
static void __attribute__((noreturn)) plead(void)
{
    static const struct boot_hello hello = {BOOT_BOOT_MAGIC, BOOT_VERSION, 0, 0, 0};
    uint16_t waited = TELL_MS;

    for (;; hal_sleep()) {
        waited = (uint16_t)(waited + hal_ticks());
        hal_watchdog_kick();
        if (waited < TELL_MS)
            continue;
        waited = 0;
        frame_send(FRAME_TYPE_HELLO, 0, 0, BOOT_CODE_HELLO, &hello, sizeof hello);
    }
}

int main(void)
{
    hal_init();
    if (!image_is_whole())
        plead();
    machine_boot();
    for (;;) {
        machine_turn();
        hal_sleep();
    }
}
