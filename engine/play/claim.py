"""Steps of the state machine that claim something: sets, kans, wins, and taking them back
(R-CALL, R-KAN, R-WIN)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.play.turn import bound, changed, each, identified, ordered, passed, seated, without
from engine.result.pao import responsible
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from engine.state.hand import Hand, Offer, OfferKind, Phase, Riichi, Seat, Source
from engine.state.replace_fast import evolve
from engine.tiles.meld import Meld, MeldType

_TIMING: Final = {
    MeldType.ANKAN: "kan.dora_timing_closed",
    MeldType.DAIMINKAN: "kan.dora_timing_open",
    MeldType.SHOUMINKAN: "kan.dora_timing_added",
}


def _give_back(hand: Hand) -> Hand:
    """A draw that a late call takes back: the tile returns to its place in the wall (R-CALL-02)."""
    if hand.phase is not Phase.DISCARD:
        return hand
    me = hand.seats[hand.turn]
    riichi = Riichi.NO if me.riichi is Riichi.DECLARED else me.riichi
    concealed = ordered(without(me.concealed, (hand.drawn,)))
    me = evolve(me, concealed=concealed, since=hand.since_before, riichi=riichi)
    return evolve(hand, seats=seated(hand, hand.turn, me), live_left=hand.live_left + 1)


def called(rules: Ruleset, hand: Hand, event: ev.Called) -> Hand:
    hand = _give_back(_uncalled(hand))
    offer, meld = hand.offer, event.meld
    assert offer is not None
    assert offer.index is not None
    if offer.tile is None:
        assert meld.called is not None
        hand = identified(rules, hand, ev.Identified(offer.seat, offer.index, meld.called))
    before = _before_call(rules, hand)
    hand = _interrupted(rules, passed(hand))
    giver = hand.seats[offer.seat]
    pond = list(giver.pond)
    owes = pond[offer.index].sideways and giver.riichi.stands and rules.flag("riichi.next_tile_sideways")
    pond[offer.index] = replace(pond[offer.index], called_by=event.seat)
    hand = changed(hand, offer.seat, pond=tuple(pond), owes_sideways=giver.owes_sideways or owes)
    me = hand.seats[event.seat]
    me = evolve(
        me,
        concealed=without(me.concealed, meld.own),
        melds=(*me.melds, meld),
        since=len(hand.flow),
        responsible=me.responsible + responsible(rules, me.melds, meld, offer.seat),
        unfetched=None if event.fetched else 0,
    )
    hand = evolve(hand, seats=seated(hand, event.seat, me), turn=event.seat, drawn=None, before=before)
    if meld.type is MeldType.DAIMINKAN:
        return _kan(rules, hand, meld, robbable=False)
    return evolve(hand, phase=Phase.DISCARD, source=Source.CALL)


def _before_call(rules: Ruleset, hand: Hand) -> Hand | None:
    """The hand to which a ron returns that is said after the call (R-CALL-04, R-WIN-04)."""
    if rules.choice("call.ron_deadline") == "next_player_draw":
        return None
    return evolve(hand, phase=Phase.CALLS, before=None)


def _interrupted(rules: Ruleset, hand: Hand) -> Hand:
    """A call or kan ends ippatsu and the first go-around (R-TURN-03, R-RIICHI-14)."""
    freed = rules.choice("furiten.temporary_ends") == "own_draw_or_any_call"
    over = len(hand.flow)

    def after(seat: Seat) -> Seat:
        if freed and not bound(rules, seat):
            return evolve(seat, ippatsu=False, since=over)
        return evolve(seat, ippatsu=False) if seat.ippatsu else seat

    return evolve(hand, intact=False, seats=each(hand, after))


def _kan(rules: Ruleset, hand: Hand, meld: Meld, *, robbable: bool) -> Hand:
    """A kan stands: its indicator is due now or after the discard.

    That of an earlier kan is due now, or with the replacement tile where this kan may be robbed
    (docs/rules.md, "Doubts that were settled").
    """
    later = rules.choice(_TIMING[meld.type]) == "after_discard"
    return evolve(
        hand,
        phase=Phase.KAN,
        source=None,
        drawn=None,
        kans=hand.kans + 1,
        kan=meld,
        pending=int(later),
        carried=hand.pending if robbable else 0,
    )


def _before_kan(rules: Ruleset, hand: Hand) -> Hand | None:
    """The hand to which a ron on the discard before this turn's kans returns (R-WIN-04)."""
    if hand.before_kan is not None or rules.choice("call.ron_deadline") == "next_player_draw":
        return hand.before_kan
    if hand.offer is None:
        return hand.before
    return evolve(hand, before=None) if hand.offer.kind is OfferKind.DISCARD else None


def kan_declared(rules: Ruleset, hand: Hand, event: ev.KanDeclared) -> Hand:
    hand = passed(evolve(hand, before_kan=_before_kan(rules, hand)))
    before = evolve(hand, before=None)
    me, meld = hand.seats[event.seat], event.meld
    if meld.type is MeldType.ANKAN:
        gone, tile, kind = meld.tiles, meld.tiles[0], OfferKind.CLOSED_KAN
        melds = (*me.melds, meld)
    else:
        assert meld.added is not None
        gone, tile, kind = (meld.added,), meld.added, OfferKind.KAN
        melds = tuple(meld if m.type is MeldType.PON and m.kind == meld.kind else m for m in me.melds)
    me = evolve(me, concealed=ordered(without(me.concealed, gone)), melds=melds)
    hand = _interrupted(rules, evolve(hand, seats=seated(hand, event.seat, me)))
    offered = kind is OfferKind.KAN or rules.flag("kan.rob_closed_kokushi")
    offer = Offer(event.seat, tile, kind) if offered else None
    return evolve(_kan(rules, hand, meld, robbable=offered), offer=offer, before=before if offered else None)


def won(_rules: Ruleset, hand: Hand, event: ev.WinDeclared) -> Hand:
    """A word of win; several rons on one tile may follow each other."""
    word = hand if not hand.wins else hand.before_word
    if event.seat == event.source:
        if hand.seats[event.seat].riichi is Riichi.DECLARED:
            hand = changed(hand, event.seat, riichi=Riichi.NO)
    elif not hand.wins:
        hand = _robbed(_give_back(_uncalled(_without_kans(hand, event.source))))
    wins = (*hand.wins, event)
    return evolve(hand, phase=Phase.SHOWING, ending=ev.EndReason.WIN, wins=wins, before_word=word)


def _without_kans(hand: Hand, source: int) -> Hand:
    """The kans of a turn count as not made when the discard before them is won on (R-WIN-04)."""
    earlier = hand.before_kan
    if earlier is None or earlier.offer is None or earlier.offer.seat != source:
        return hand
    return evolve(earlier, turn=hand.turn)


def _uncalled(hand: Hand) -> Hand:
    """A call counts as not made when one that comes before it claims its tile (R-CALL-04, R-CALL-05)."""
    if hand.offer is not None or hand.before is None:
        return hand
    return evolve(hand.before, turn=hand.turn)


def _robbed(hand: Hand) -> Hand:
    """A robbed kan counts as not declared: its indicator and its interruption are void (R-KAN-10/11).

    An indicator of an earlier kan counts if it lies open; one that waited for the replacement tile stays
    face down.
    """
    offer, before = hand.offer, hand.before
    if offer is None or before is None or offer.kind is OfferKind.DISCARD:
        return hand
    pairs = zip(hand.seats, before.seats, strict=True)
    a, b, c, d = (evolve(now, ippatsu=then.ippatsu) for now, then in pairs)
    indicators = hand.indicators[: 1 + before.kans]
    return evolve(
        hand,
        seats=(a, b, c, d),
        intact=before.intact,
        kans=before.kans,
        pending=min(hand.carried, 1 + before.kans - len(indicators)),
        carried=0,
        live_left=before.live_left,
        indicators=indicators,
    )


def win_withdrawn(rules: Ruleset, hand: Hand, event: ev.WinWithdrawn) -> Hand:
    """The hand as it was before the word; an empty word costs a dead hand (R-WIN-13, P-13).

    A ron is taken back for nothing where `call.ron_revocable` says so.
    """
    declared = next(w for w in hand.wins if w.seat == event.seat)
    free = declared.seat != declared.source and rules.flag("call.ron_revocable")
    return unsaid(hand, event.seat, dead=hand.seats[event.seat].dead or not free)


def unsaid(hand: Hand, seat: int, *, dead: bool) -> Hand:
    """The hand without the seat's word of win; without any, as it was before it."""
    assert hand.before_word is not None
    wins = tuple(w for w in hand.wins if w.seat != seat)
    hand, word = (changed(each, seat, dead=dead) for each in (hand, hand.before_word))
    return evolve(hand, wins=wins, before_word=word) if wins else word
