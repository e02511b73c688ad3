from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.frame import MAX_PAYLOAD, Decoder, FrameType, LinkFrame, encode
from firmware_bridge.message import (
    CODES,
    DiceFell,
    Fault,
    Heartbeat,
    MachineState,
    MessageError,
    Sensors,
    Status,
    WallsPresented,
    pack,
    unpack,
)

bytes_ = st.integers(0, 255)
frames = st.builds(
    LinkFrame, st.sampled_from(FrameType), bytes_, bytes_, bytes_, st.binary(max_size=MAX_PAYLOAD)
)


@given(st.lists(frames, max_size=5), st.integers(1, 7))
def test_a_stream_gives_back_its_frames_however_it_is_cut(sent: list[LinkFrame], step: int) -> None:
    stream = b"".join(map(encode, sent))
    decoder = Decoder()
    heard = [f for i in range(0, len(stream), step) for f in decoder.feed(stream[i : i + step])]
    assert heard == sent
    assert decoder.damaged == 0


@given(frames, st.data())
def test_one_damaged_byte_is_never_understood_as_another_frame(frame: LinkFrame, data: st.DataObject) -> None:
    wire = bytearray(encode(frame))
    place = data.draw(st.integers(0, len(wire) - 2))
    wire[place] ^= data.draw(st.integers(1, 255))
    assert all(heard == frame for heard in Decoder().feed(bytes(wire)))


@given(frames, st.binary(max_size=200))
def test_a_frame_after_noise_is_heard(frame: LinkFrame, noise: bytes) -> None:
    assert Decoder().feed(noise + b"\0" + encode(frame))[-1] == frame


@given(st.integers(0, 65535), st.sampled_from(MachineState), st.integers(0, 255))
def test_messages_survive_the_wire(number: int, state: MachineState, small: int) -> None:
    for message in (
        Heartbeat(number),
        Status(state, small / 255, number),
        WallsPresented((small, 17, 0, 3)),
        DiceFell((1, 6)),
        Sensors(True, (small, 17, 0, 3)),
        Fault(number, small, True),
    ):
        assert unpack(*pack(message)) == message


@given(bytes_, st.binary(max_size=10))
def test_a_payload_off_the_table_is_refused(code: int, payload: bytes) -> None:
    try:
        message = unpack(code, payload)
    except MessageError:
        return
    assert isinstance(message, CODES[code][0])
