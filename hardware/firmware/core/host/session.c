#include "session.h"

#include <string.h>

#include "../base/blackbox.h"
#include "../base/clocks.h"
#include "../base/config.h"
#include "../base/counters.h"
#include "../base/crc.h"
#include "../base/events.h"
#include "../drive/power.h"
#include "../safety/consent.h"
#include "../safety/fault.h"
#include "../safety/lease.h"
#include "../table/table.h"
#include "../units/dice.h"
#include "command.h"
#include "frame.h"
#include "payload.h"

REMEMBERED(struct session, session, 1);

#ifndef GIT_COMMIT
#define GIT_COMMIT {0, 0, 0, 0}
#define GIT_DIRTY 1
#endif

/* Of this session and life of the machine: what carries another one is a copy that came late. */
static uint8_t tag(void)
{
    return (uint8_t)(session->life ^ session->number);
}

static void greet(enum reset_cause cause)
{
    struct msg_machine_hello hello = {
        .magic = {'J', 'T'},
        .major = PROTOCOL_MAJOR,
        .minor = PROTOCOL_MINOR,
        .schema = SCHEMA_HASH,
        .pins = PIN_HASH,
        .config = config->crc,
        .firmware = GIT_COMMIT,
        .dirty = GIT_DIRTY,
        .build = HAL_BUILD,
        .cause = (uint8_t)cause,
        .boots = counters->now.boots,
        .life = session->life,
        .fault = faults->latched,
        .uptime_ms = clocks->now,
    };

    frame_send(FRAME_TYPE_HELLO, 0, 0, CODE_MACHINE_HELLO, &hello, sizeof hello);
}

/* The EEPROM counts the starts, but one that ends at once may not be counted yet, nor any where it is worn. */
void session_init(enum reset_cause cause)
{
    uint16_t which[2] = {counters->now.boots, blackbox->lives};

    session->life = crc16(SCHEMA_HASH, (const uint8_t *)which, sizeof which);
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
    lease->greeted = true;
    lease->pins_agree =
        hello.major == PROTOCOL_MAJOR && hello.schema == SCHEMA_HASH && hello.pins == PIN_TABLE;
    if (hello.session != session->number || !session->event_seq) {
        session->reply_seq = 0;
        session->event_seq = 1;
        session->event_sent = false;
        consent_withdraw();
        config_forget();
    }
    session->number = hello.session;
    if (!lease->pins_agree && !faults->latched)
        fault_latch(FAULT_CONFIG, NONE, (int16_t)hello.pins);
    greet(hal_reset_cause());
}

static void answer(uint8_t seq)
{
    struct session *s = session;

    frame_send(FRAME_TYPE_REPLY, tag(), seq, s->reply_code, &s->reply, sizeof s->reply);
}

static void on_command(const uint8_t *frame, uint8_t size)
{
    struct session *s = session;
    uint8_t seq = frame[1], code = frame[3];

    if (code == CODE_HEARTBEAT && size == sizeof(struct msg_heartbeat)) {
        lease_renew((uint16_t)(frame[4] | frame[5] << 8));
        table_host_returned();
        frame_send(FRAME_TYPE_ACK, 0, frame[2], code, "", 0);
        return;
    }
    if (seq == 0 || frame[2] != tag())
        return;
    if (seq == s->reply_seq) {
        frames->repeated++;
    } else if ((seq + 255 - s->reply_seq) % 255 > 127) {
        return; /* a copy that came late, of a command before the last one */
    } else {
        s->reply = command_execute(code, frame + 4, size);
        s->reply_seq = seq;
        s->reply_code = code;
    }
    answer(seq);
}

static void on_ack(uint8_t its_tag, uint8_t seq)
{
    struct session *s = session;

    if (s->event_sent && its_tag == tag() && seq == s->event_seq) {
        s->event_sent = false;
        event_pop();
        s->event_seq = (uint8_t)(s->event_seq % 255 + 1);
    }
}

/* New firmware is on its way: not while anything may move. */
static void on_enter(const uint8_t *payload, uint8_t size)
{
    static const uint8_t magic[] = BOOT_ENTER_MAGIC;

    if (size != sizeof magic || memcmp(payload, magic, sizeof magic) != 0)
        return;
    if (power->on)
        frame_send(FRAME_TYPE_HELLO, 0, 0, BOOT_CODE_REFUSED, "", 0);
    else
        hal_enter_bootloader();
}

static void on_frame(const uint8_t *frame, uint8_t size)
{
    uint8_t type = frame[0];

    if (type == FRAME_TYPE_HELLO && frame[3] == CODE_HOST_HELLO)
        on_hello(frame + 4, size);
    else if (type == FRAME_TYPE_HELLO && frame[3] == BOOT_CODE_ENTER)
        on_enter(frame + 4, size);
    else if (type == FRAME_TYPE_STOP) {
        consent_withdraw();
        table_stop();
        frame_send(FRAME_TYPE_ACK, 0, frame[2], CODE_STOP, "", 0);
    } else if (type == FRAME_TYPE_COMMAND && lease->greeted)
        on_command(frame, size);
    else if (type == FRAME_TYPE_ACK && lease->greeted)
        on_ack(frame[1], frame[2]);
}

void session_receive(void)
{
    const uint8_t *frame;
    uint8_t size;

    while ((frame = frame_receive(&size))) {
        dice_stir(hal_micros());
        on_frame(frame, size);
    }
}

void session_tick(void)
{
    struct session *s = session;
    uint8_t payload[MAX_PAYLOAD], code, size;

    if (s->event_ms < UINT16_MAX)
        s->event_ms++;
    if (!lease->greeted || (s->event_sent && s->event_ms < EVENT_RETRY_MS) || events->count == 0)
        return;
    size = payload_front(&code, payload);
    if (!frame_send(FRAME_TYPE_EVENT, s->event_seq, tag(), code, payload, size))
        return;
    s->event_sent = true;
    s->event_ms = 0;
}
