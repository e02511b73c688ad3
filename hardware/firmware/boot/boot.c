/* The bootloader: the last 4 kB of the chip, where every reset begins (fuse BOOTRST). It starts the firmware if
 * its seal fits, after it has listened for a moment; firmware that is not whole never runs. It never writes
 * itself, and lets no pin go: what the pull resistors hold off stays off.
 *
 * The flags of the reset (MCUSR) are left for the firmware, which tells their cause; only after a wished stay here
 * they are cleared, as nothing was wrong then. The watchdog, which its own reset leaves on, runs with 2 s
 * until the firmware stops it.
 *
 * Its memory lies above the firmware's (Makefile): the black box, which survives a reset, is not touched. */
#include <avr/boot.h>
#include <avr/eeprom.h>
#include <avr/io.h>
#include <avr/pgmspace.h>
#include <avr/wdt.h>
#include <string.h>
#include <util/crc16.h>

#include "../gen/boot.h"
#include "../gen/messages.h"
#include "../gen/pins.h"
#include "link.h"
#include "request.h"

#define TICK_MS 10
#define LAST (BOOT_PAGES - 1)

static uint16_t left; /* ticks until the firmware is started */
static bool wished;   /* somebody asked for the bootloader */
static bool looked, whole;
/* Read before the stack grows over the request. */
static bool requested __attribute__((section(".noinit")));

static void __attribute__((naked, used, section(".init3"))) before_main(void)
{
    wdt_enable(WDTO_2S);
    requested = BOOT_REQUEST == BOOT_REQUESTED;
    BOOT_REQUEST = 0;
}

static uint32_t address_of(uint16_t page)
{
    return page * BOOT_PAGE;
}

static uint16_t crc_of_flash(uint32_t length)
{
    uint16_t crc = 0xffff;

    for (uint32_t at = 0; at < length; at++)
        crc = _crc_xmodem_update(crc, pgm_read_byte_far(at));
    return crc;
}

/* Looked at again only after a page was written: it takes a fifteenth of a second, in which bytes are lost. */
static bool firmware_is_whole(void)
{
    struct boot_seal seal;

    if (looked)
        return whole;
    memcpy_PF(&seal, address_of(LAST), sizeof seal);
    looked = true;
    whole = seal.magic == BOOT_SEAL_MAGIC && seal.length > 0 && seal.length <= address_of(LAST) &&
            crc_of_flash(seal.length) == seal.crc;
    return whole;
}

static bool holds(uint16_t page, const uint8_t *bytes)
{
    for (uint16_t i = 0; i < BOOT_PAGE; i++)
        if (pgm_read_byte_far(address_of(page) + i) != bytes[i])
            return false;
    return true;
}

static void erase(uint16_t page)
{
    eeprom_busy_wait(); /* a write that a reset overtook forbids this one */
    boot_page_erase(address_of(page));
    boot_spm_busy_wait();
    boot_rww_enable();
}

/* The seal is broken before anything that it covers, so that power may be lost at any moment. */
static void break_seal(void)
{
    struct boot_seal seal;

    memcpy_PF(&seal, address_of(LAST), sizeof seal);
    if (seal.magic != UINT32_MAX)
        erase(LAST);
}

static uint8_t write_page(uint16_t page, const uint8_t *bytes)
{
    if (page > LAST)
        return BOOT_WRITTEN_BEYOND;
    if (holds(page, bytes))
        return BOOT_WRITTEN_DONE;
    looked = false;
    if (page != LAST)
        break_seal();
    erase(page);
    for (uint16_t i = 0; i < BOOT_PAGE; i += 2)
        boot_page_fill(address_of(page) + i, (uint16_t)(bytes[i] | bytes[i + 1] << 8));
    boot_page_write(address_of(page));
    boot_spm_busy_wait();
    boot_rww_enable();
    return holds(page, bytes) ? BOOT_WRITTEN_DONE : BOOT_WRITTEN_DIFFERS;
}

static void tell_hello(uint8_t seq)
{
    const struct boot_hello hello = {
        BOOT_BOOT_MAGIC, BOOT_VERSION, firmware_is_whole(), BOOT_PAGE, BOOT_PAGES,
    };

    link_send(seq, BOOT_CODE_HELLO, &hello, sizeof hello);
}

static void on_write(const uint8_t *frame)
{
    struct boot_written_page answer;

    memcpy(&answer.page, frame + 4, sizeof answer.page);
    answer.result = write_page(answer.page, frame + 4 + sizeof answer.page);
    link_send(frame[1], BOOT_CODE_WRITTEN, &answer, sizeof answer);
}

/* The chip as a reset leaves it, but for the flags of the reset and the watchdog. */
static void __attribute__((noreturn)) start_firmware(void)
{
    link_end();
    TCCR0A = TCCR0B = OCR0A = TCNT0 = 0;
    TIFR0 = 0xff;
    if (wished)
        MCUSR = 0;
    wdt_reset();
    asm volatile("out %0, __zero_reg__\n\tjmp 0" ::"I"(_SFR_IO_ADDR(EIND)));
    __builtin_unreachable();
}

static bool is_enter(const uint8_t *frame, uint16_t size)
{
    static const uint8_t magic[] = BOOT_ENTER_MAGIC;

    return frame[3] == BOOT_CODE_ENTER && size == sizeof magic && memcmp(frame + 4, magic, size) == 0;
}

static void on_frame(const uint8_t *frame, uint16_t size)
{
    if (is_enter(frame, size) || frame[3] == BOOT_CODE_START)
        tell_hello(frame[1]);
    else if (frame[3] == BOOT_CODE_WRITE && wished && size == 2 + BOOT_PAGE)
        on_write(frame);
    else {
        if (frame[3] == CODE_HOST_HELLO && !firmware_is_whole())
            tell_hello(0);
        return;
    }
    if (frame[3] == BOOT_CODE_START && firmware_is_whole())
        start_firmware();
    wished = true;
    left = BOOT_PATIENCE_MS / TICK_MS;
}

static void tick(void)
{
    wdt_reset();
    if (!(TIFR0 & 1 << OCF0A))
        return;
    TIFR0 = 1 << OCF0A;
    if (left && --left == 0) {
        if (firmware_is_whole())
            start_firmware();
        left = 1; /* until somebody brings firmware */
    }
}

int main(void)
{
    uint16_t size;

    wished = requested && MCUSR & 1 << WDRF;
    left = (wished ? BOOT_PATIENCE_MS : BOOT_LISTEN_MS) / TICK_MS;
    TCCR0A = 1 << WGM01;
    OCR0A = CLOCK_HZ / 1024 * TICK_MS / 1000 - 1;
    TCCR0B = 1 << CS02 | 1 << CS00;
    link_begin();
    for (;;) {
        const uint8_t *frame = link_receive(&size);

        tick();
        if (frame)
            on_frame(frame, size);
    }
}
