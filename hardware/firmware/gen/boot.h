/* Generated from firmware_bridge.flash.boot by `python -m hardware.generate`; do not edit. */
#ifndef JANTAKU_GEN_BOOT_H
#define JANTAKU_GEN_BOOT_H

#include <stdint.h>

#define BOOT_FLASH 0x40000UL
#define BOOT_START 0x3f000UL
#define BOOT_PAGE 0x100UL
#define BOOT_PAGES 0x3f0UL
#define BOOT_LISTEN_MS 0x64UL
#define BOOT_PATIENCE_MS 0x2710UL
#define BOOT_VERSION 0x1UL
#define BOOT_SEAL_MAGIC 0x4c414553UL
#define BOOT_ENTER_MAGIC {0x4a, 0x54, 0x42, 0x4f, 0x4f, 0x54}
#define BOOT_BOOT_MAGIC {0x4a, 0x42}
#define BOOT_IDENTITY_MAGIC {0x4a, 0x41, 0x4e, 0x54, 0x41, 0x4b, 0x55, 0x01}

enum boot_code {
    BOOT_CODE_ENTER = 0x70,
    BOOT_CODE_WRITE = 0x71,
    BOOT_CODE_START = 0x72,
    BOOT_CODE_HELLO = 0xf0,
    BOOT_CODE_WRITTEN = 0xf1,
    BOOT_CODE_REFUSED = 0xf2,
};

enum boot_written {
    BOOT_WRITTEN_DONE = 0,
    BOOT_WRITTEN_BEYOND = 1,
    BOOT_WRITTEN_DIFFERS = 2,
};

struct __attribute__((packed)) boot_hello {
    uint8_t magic[2];
    uint8_t version;
    uint8_t whole;
    uint16_t page_size;
    uint16_t pages;
};
_Static_assert(sizeof(struct boot_hello) == 8, "boot_hello");

struct __attribute__((packed)) boot_written_page {
    uint16_t page;
    uint8_t result;
};
_Static_assert(sizeof(struct boot_written_page) == 3, "boot_written_page");

struct __attribute__((packed)) boot_seal {
    uint32_t magic;
    uint32_t length;
    uint16_t crc;
};
_Static_assert(sizeof(struct boot_seal) == 10, "boot_seal");

struct __attribute__((packed)) boot_identity {
    uint8_t magic[8];
    uint8_t major;
    uint8_t minor;
    uint16_t schema;
    uint32_t pins;
    uint8_t firmware[4];
    uint8_t dirty;
};
_Static_assert(sizeof(struct boot_identity) == 21, "boot_identity");

#endif
