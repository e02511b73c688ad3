from __future__ import annotations

import binascii

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.frame import Decoder, LinkFrame, encode, tag
from firmware_bridge.message import MAX_PAYLOAD, FrameType
from firmware_bridge.packing import SCHEMA

bytes_ = st.integers(0, 255)
frames = st.builds(
    LinkFrame, st.sampled_from(FrameType), bytes_, bytes_, bytes_, st.binary(max_size=MAX_PAYLOAD)
)


def cobs(body: bytes) -> bytes:
    """Consistent overhead byte stuffing of at most 254 bytes (Cheshire and Baker 1999): every zero is
    replaced by the distance to the next one."""
    return b"".join(bytes([len(run) + 1]) + run for run in body.split(b"\0"))


@given(frames)
def test_a_frame_is_its_header_payload_and_seeded_checksum_stuffed(frame: LinkFrame) -> None:
    body = bytes([frame.type, frame.seq, frame.ack, frame.code]) + frame.payload
    seed = 0xFFFF if frame.type is FrameType.HELLO else SCHEMA
    checksum = binascii.crc_hqx(body, seed)
    assert encode(frame) == cobs(body + bytes([checksum & 255, checksum >> 8])) + b"\0"


@given(st.lists(frames, max_size=5), st.integers(1, 7))
def test_a_stream_gives_back_its_frames_however_it_is_cut(sent: list[LinkFrame], step: int) -> None:
    stream = b"".join(map(encode, sent))
    decoder = Decoder()
    received = [f for i in range(0, len(stream), step) for f in decoder.feed(stream[i : i + step])]
    assert received == sent
    assert decoder.damaged == 0


@given(frames, st.data())
def test_one_damaged_byte_is_never_understood_as_another_frame(frame: LinkFrame, data: st.DataObject) -> None:
    wire = bytearray(encode(frame))
    place = data.draw(st.integers(0, len(wire) - 2))
    wire[place] ^= data.draw(st.integers(1, 255))
    assert all(received == frame for received in Decoder().feed(bytes(wire)))


@given(frames, st.binary(max_size=200))
def test_a_frame_after_noise_is_received(frame: LinkFrame, noise: bytes) -> None:
    assert Decoder().feed(noise + b"\0" + encode(frame))[-1] == frame


def test_a_frame_of_another_schema_is_noise_but_its_hello_is_understood() -> None:
    body = bytes([FrameType.EVENT, 1, 0, 0x82])
    foreign = binascii.crc_hqx(body, SCHEMA ^ 1)
    decoder = Decoder()
    assert decoder.feed(cobs(body + foreign.to_bytes(2, "little")) + b"\0") == []
    assert decoder.damaged == 1
    hello = LinkFrame(FrameType.HELLO, 0, 0, 0x80, b"anything")
    assert decoder.feed(encode(hello)) == [hello]


def wire(body: bytes) -> bytes:
    """With the checksum of a peer that knows the schema."""
    return cobs(body + binascii.crc_hqx(body, SCHEMA).to_bytes(2, "little")) + b"\0"


@pytest.mark.parametrize(("payload", "whole"), [(0, True), (MAX_PAYLOAD, True), (MAX_PAYLOAD + 1, False)])
def test_a_frame_has_the_largest_payload_and_not_a_byte_more(payload: int, whole: bool) -> None:
    decoder, data = Decoder(), b"x" * payload
    found = decoder.feed(wire(bytes([FrameType.EVENT, 1, 2, 3]) + data))
    assert found == ([LinkFrame(FrameType.EVENT, 1, 2, 3, data)] if whole else [])
    assert decoder.damaged == (0 if whole else 1)
    if not whole:
        with pytest.raises(ValueError, match=f"at most {MAX_PAYLOAD} bytes"):
            encode(LinkFrame(FrameType.EVENT, 1, 2, 3, data))


@pytest.mark.parametrize("body", [b"", b"\3", b"\3\1\2", bytes([9, 1, 2, 3])])
def test_what_is_too_short_or_of_no_type_is_damaged(body: bytes) -> None:
    decoder = Decoder()
    assert decoder.feed(wire(body)) == []
    assert decoder.damaged == 1


def test_zeros_between_frames_are_no_damage() -> None:
    frame, decoder = LinkFrame(FrameType.ACK, 1, 2, 3), Decoder()
    assert decoder.feed(b"\0\0" + encode(frame) + b"\0" + encode(frame)) == [frame, frame]
    assert decoder.damaged == 0


def test_a_session_and_a_life_have_a_byte_together() -> None:
    assert [tag(0, 0), tag(0x1234, 0), tag(0, 0x1234), tag(0xFF, 0x0F), tag(0x155, 0x55)] == [
        *(0x00, 0x34, 0x34, 0xF0, 0x00)
    ]
