#include <string.h>

#include "command.h"
#include "crc.h"
#include "machine.h"

#ifndef GIT_COMMIT
#define GIT_COMMIT {0, 0, 0, 0}
#define GIT_DIRTY 1
#endif

static uint16_t seed(uint8_t type)
{
    return type == FRAME_TYPE_HELLO ? HELLO_SEED : SCHEMA_HASH;
}

/* Of this session and life of the machine: what carries another one is a copy that came late. */
static uint8_t tag(void)
{
    return (uint8_t)(M.link.life ^ M.link.session);
}

/* COBS in one pass: each block's length is written when its zero, or the end, is reached. */
static uint8_t stuff(const uint8_t *bytes, uint8_t size, uint8_t *out)
{
    uint8_t length_at = 0, end = 1;

    for (uint8_t i = 0; i < size; i++) {
        if (bytes[i])
            out[end++] = bytes[i];
        if (!bytes[i]) {
            out[length_at] = (uint8_t)(end - length_at);
            length_at = end++;
        }
    }
    out[length_at] = (uint8_t)(end - length_at);
    out[end++] = 0;
    return end;
}

bool link_send(uint8_t type, uint8_t seq, uint8_t ack, uint8_t code, const void *payload, uint8_t size)
{
    uint8_t frame[FRAME_SIZE] = {type, seq, ack, code}, wire[FRAME_SIZE + 2];
    uint16_t crc;

    memcpy(frame + 4, payload, size);
    crc = crc16(seed(type), frame, (uint16_t)(size + 4));
    frame[size + 4] = (uint8_t)crc;
    frame[size + 5] = (uint8_t)(crc >> 8);
    return hal_send(wire, stuff(frame, (uint8_t)(size + FRAME_OVERHEAD), wire));
}

static void greet(enum reset_cause cause)
{
    struct msg_machine_hello hello = {
        .magic = {'J', 'T'},
        .major = PROTOCOL_MAJOR,
        .minor = PROTOCOL_MINOR,
        .schema = SCHEMA_HASH,
        .pins = PIN_HASH,
        .config = M.config.crc,
        .firmware = GIT_COMMIT,
        .dirty = GIT_DIRTY,
        .build = HAL_BUILD,
        .cause = (uint8_t)cause,
        .boots = M.counters.now.boots,
        .life = M.link.life,
        .fault = M.fault.latched,
        .uptime_ms = M.now,
    };

    link_send(FRAME_TYPE_HELLO, 0, 0, CODE_MACHINE_HELLO, &hello, sizeof hello);
}

void link_init(enum reset_cause cause)
{
    uint16_t boots = M.counters.now.boots;

    M.link.life = crc16(SCHEMA_HASH, (const uint8_t *)&boots, sizeof boots);
    greet(cause);
}

static void on_hello(const uint8_t *payload, uint8_t size)
{
    struct msg_host_hello hello;

    if (size < sizeof hello)
        return;
    memcpy(&hello, payload, sizeof hello);
    if (hello.magic[0] != 'J' || hello.magic[1] != 'T')
        return;
    M.link.greeted = true;
    M.link.pins_agree =
        hello.major == PROTOCOL_MAJOR && hello.schema == SCHEMA_HASH && hello.pins == PIN_HASH;
    if (hello.session != M.link.session || !M.link.event_seq) {
        M.link.reply_seq = 0;
        M.link.event_seq = 1;
        M.link.event_sent = false;
    }
    M.link.session = hello.session;
    if (!M.link.pins_agree && !M.fault.latched)
        fault_latch(FAULT_CONFIG, NONE, (int16_t)hello.pins);
    greet(hal_reset_cause());
}

static void answer(uint8_t seq)
{
    struct link *l = &M.link;

    link_send(FRAME_TYPE_REPLY, tag(), seq, l->reply_code, &l->reply, sizeof l->reply);
}

static void on_command(const uint8_t *frame, uint8_t size)
{
    struct link *l = &M.link;
    uint8_t seq = frame[1], code = frame[3];

    if (code == CODE_HEARTBEAT && size == sizeof(struct msg_heartbeat)) {
        lease_renew((uint16_t)(frame[4] | frame[5] << 8));
        link_send(FRAME_TYPE_ACK, 0, frame[2], code, "", 0);
        return;
    }
    if (seq == 0 || frame[2] != tag())
        return;
    if (seq == l->reply_seq) {
        l->repeated++;
    } else if ((seq + 255 - l->reply_seq) % 255 > 127) {
        return; /* a copy that came late, of a command before the last one */
    } else {
        l->reply = command_execute(code, frame + 4, size);
        l->reply_seq = seq;
        l->reply_code = code;
    }
    answer(seq);
}

static void on_ack(uint8_t its_tag, uint8_t seq)
{
    struct link *l = &M.link;

    if (l->event_sent && its_tag == tag() && seq == l->event_seq) {
        l->event_sent = false;
        report_pop();
        l->event_seq = (uint8_t)(l->event_seq % 255 + 1);
    }
}

static void on_frame(const uint8_t *frame, uint8_t size)
{
    uint8_t type = frame[0];

    if (type == FRAME_TYPE_HELLO && frame[3] == CODE_HOST_HELLO)
        on_hello(frame + 4, size);
    else if (type == FRAME_TYPE_STOP) {
        table_stop();
        link_send(FRAME_TYPE_ACK, 0, frame[2], CODE_STOP, "", 0);
    } else if (type == FRAME_TYPE_COMMAND && M.link.greeted)
        on_command(frame, size);
    else if (type == FRAME_TYPE_ACK && M.link.greeted)
        on_ack(frame[1], frame[2]);
}

static void frame_ended(void)
{
    struct link *l = &M.link;
    uint8_t size = l->size;
    bool whole = !l->spoiled && l->block == 0 && size >= FRAME_OVERHEAD;

    l->size = 0;
    l->block = 0;
    l->zero = false;
    l->spoiled = false;
    if (size == 0)
        return;
    if (!whole || crc16(seed(l->frame[0]), l->frame, (uint16_t)(size - 2)) !=
                      (uint16_t)(l->frame[size - 2] | l->frame[size - 1] << 8)) {
        l->damaged++;
        return;
    }
    dice_stir(hal_micros());
    on_frame(l->frame, (uint8_t)(size - FRAME_OVERHEAD));
}

static void keep(uint8_t byte)
{
    struct link *l = &M.link;

    if (l->size < FRAME_SIZE)
        l->frame[l->size++] = byte;
    else
        l->spoiled = true;
}

void link_receive(void)
{
    struct link *l = &M.link;
    int16_t byte;

    while ((byte = hal_receive()) >= 0) {
        if (byte == 0) {
            frame_ended();
            continue;
        }
        if (l->block) {
            l->block--;
            keep((uint8_t)byte);
            continue;
        }
        if (l->zero)
            keep(0);
        l->block = (uint8_t)(byte - 1);
        l->zero = byte < 0xff;
    }
}

void link_tick(void)
{
    struct link *l = &M.link;
    uint8_t payload[MAX_PAYLOAD], code, size;

    if (l->event_ms < UINT16_MAX)
        l->event_ms++;
    if (!l->greeted || (l->event_sent && l->event_ms < EVENT_RETRY_MS) || M.report.count == 0)
        return;
    size = report_front(&code, payload);
    if (!link_send(FRAME_TYPE_EVENT, l->event_seq, tag(), code, payload, size))
        return;
    l->event_sent = true;
    l->event_ms = 0;
}
