"""A round in words: each event as a player would tell it, the first of its kind with the reason for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from paohuzi import Action, Card, Event, Round, Settlement
from paohuzi.cli.console import Console
from paohuzi.cli.text import columns, listed, paragraph, signed
from paohuzi.cli.words import ENDS, FAULTS
from paohuzi.cli.worth import block_lines, worth_lines

__all__ = ["Narrator"]

NOTES: Final = {
    "dealt_ti": "four equal cards are laid as soon as they are dealt, one of them face up",
    "concealed_ti": "four equal cards are laid as soon as they are dealt, here face down",
    "chi": "a run, 2-7-10 or a number in both sizes, with a card of the seat before or an own draw",
    "bi": "who eats a card and holds more of it lays those too, each in a block",
    "peng": "a pair takes the third card from anyone",
    "wei": "who draws the third of a pair must lay it; face down, so that nobody else claims it",
    "open_wei": "who draws the third of a pair must lay it",
    "chou_wei": "a wei of a card whose peng was declined; one card lies face up, for all saw it pass",
    "pao": "the fourth card must be laid on the three, whoever brings it",
    "ti": "who draws the fourth card must lay it; only one of the four is shown",
    "stale": "a card once let go may not be taken later",
    "dead": "everything left is locked in kan, and so it can no longer win",
    "fault": "who commits one can no longer win the round",
}
"""Why things happen that a newcomer wonders at; each is said once a round."""


class Narrator:
    """Tells a round, to somebody who sees everything or to one seat.

    Parameters
    ----------
    console
        How to write cards and terms.
    seat
        Whose eyes see the round; all is seen where there is none.
    """

    def __init__(
        self, console: Console, *, agents: Sequence[str] = (), seat: int | None = None
    ) -> None:
        self.console = console
        self.agents = tuple(agents)
        self.seat = seat
        self.draws = 0
        self._told: set[str] = set()
        self._discarded: set[tuple[int, Card]] = set()
        self._untold_stale: list[str] = []
        self._subject: int | None = None
        self._lines: list[str] = []
        self._label = ""
        self._sentences: list[str] = []

    def opening(self, round_: Round) -> list[str]:
        """Tell the deal and what happened before anybody was asked."""
        for event in round_.opening_events:
            self._tell(event, None)
        return self._taken()

    def step(
        self, before: Round, seat: int, action: Action, after: Round, events: Iterable[Event]
    ) -> list[str]:
        """Tell an answer of a seat and all that came of it."""
        events = tuple(events)
        if action.kind == "discard" and action.card is not None:
            self._discarded.add((seat, action.card))
        self._untold_stale = self._stale(before, after)
        for event in events:
            self._tell(event, before)
        if events[1:] == () and action.kind not in ("pass", "discard"):
            self._claim(seat, action)
        self._tell_stale()
        return self._taken()

    def rest(self) -> list[str]:
        """Tell what is still untold."""
        self._close()
        return self._taken()

    def _taken(self) -> list[str]:
        lines, self._lines = self._lines, []
        return lines

    # --- Lines: one for each card drawn and one for each time that a seat takes a card ---

    def _open(self, label: str = "") -> None:
        self._tell_stale()
        self._close()
        self._label = label
        self._subject = None

    def _say(self, sentence: str, note: str = "") -> None:
        self._sentences.append(sentence)
        if note and note not in self._told:
            self._told.add(note)
            self._sentences.append(f"[{NOTES[note]}]")

    def _close(self) -> None:
        if self._sentences:
            self._lines += paragraph(" ".join(self._sentences), indent=5, first=self._label)
        self._sentences = []
        self._label = ""

    # --- Events ---

    def _tell(self, event: Event, before: Round | None) -> None:
        seen = event if self.seat is None else event.seen_by(self.seat)
        if seen is None:
            return
        tell = getattr(self, f"_on_{seen.kind}")
        tell(seen, before)

    def _who(self, event: Event) -> str:
        """Name the seat, or say it where the sentence before was about the same one."""
        is_same = self._subject is not None and self._subject == event.seat
        self._subject = event.seat
        return "It" if is_same else f"Seat {event.seat}"

    def _card(self, event: Event) -> str:
        return "a card" if event.card is None else self.console.card(event.card)

    def _laid(self, card: Card | None, count: int) -> str:
        return "" if card is None else f" {self.console.run([card] * count)}"

    def _on_deal(self, event: Event, _: Round | None) -> None:
        assert event.hands is not None
        shown = "" if event.shown is None else self.console.card(event.shown)
        self._lines += paragraph(
            f"Seat {event.dealer} deals and gets one card more, the last, for all to see: {shown}."
        )
        rows: list[tuple[str, ...]] = []
        for seat, hand in enumerate(event.hands):
            name = self.agents[seat : seat + 1]
            held = "" if hand is None else self.console.cards(hand)
            role = "dealer" if seat == event.dealer else ""
            rows.append((f"seat {seat}", *name, role, held))
        self._lines += ["", *columns(rows), ""]

    def _on_answer(self, event: Event, before: Round | None) -> None:
        assert event.action is not None
        assert event.seat is not None
        if event.action.kind != "pass" or before is None:
            return
        offers = {action.kind for action in before.legal_actions(event.seat)} - {"pass"}
        could = [word for word in ("hu", "peng", "chi") if word in offers]
        if could:
            verbs = listed(map(self._verb, could), "or")
            self._say(f"{self._who(event)} could {verbs} and does not.")

    @staticmethod
    def _verb(kind: str) -> str:
        return {"hu": "win", "peng": "peng it", "chi": "eat it"}[kind]

    def _claim(self, seat: int, action: Action) -> None:
        """Tell an answer that must wait for those of others."""
        if self.seat in (None, seat):
            self._subject = seat
            self._say(f"Seat {seat} would {self._verb(action.kind)}.")

    def _on_dealt_ti(self, event: Event, _: Round | None) -> None:
        self._open()
        term = self.console.term("ti", "提")
        self._say(f"{self._who(event)} was dealt four {self._card(event)}: {term}.", "dealt_ti")

    def _on_concealed_ti(self, event: Event, _: Round | None) -> None:
        self._open()
        term = self.console.term("ti", "提")
        four = "equal cards" if event.card is None else self._card(event)
        self._say(f"{self._who(event)} was dealt four {four}: {term}.", "concealed_ti")

    def _on_draw(self, event: Event, _: Round | None) -> None:
        self.draws += 1
        self._open(f"{self.draws:3}.")
        self._say(f"{self._who(event)} draws {self._card(event)}.")

    def _on_concealed_draw(self, event: Event, _: Round | None) -> None:
        self.draws += 1
        self._open(f"{self.draws:3}.")
        seen = self.seat in (None, event.seat)
        unseen = ", unseen by the others" if seen else " that it does not show"
        self._say(f"{self._who(event)} draws {self._card(event)}{unseen}.")

    def _on_discard(self, event: Event, _: Round | None) -> None:
        self._say(f"{self._who(event)} discards {self._card(event)}.")

    def _on_unclaimed(self, event: Event, _: Round | None) -> None:
        self._subject = None
        self._say("Nobody takes it.")

    def _on_chi(self, event: Event, _: Round | None) -> None:
        assert event.action is not None
        self._open()
        blocks = [self.console.run(block.cards) for block in event.action.blocks]
        term = self.console.term("chi", "吃")
        self._say(f"{self._who(event)} eats {self._card(event)}: {term} {blocks[0]}.", "chi")
        if blocks[1:]:
            bi = self.console.term("bi", "比")
            self._say(f"It lays {listed(blocks[1:])} with it: {bi}.", "bi")

    def _on_peng(self, event: Event, _: Round | None) -> None:
        self._open()
        laid = self._laid(event.card, 3)
        self._say(
            f"{self._who(event)} takes it to its pair: {self.console.term('peng', '碰')}{laid}.",
            "peng",
        )

    def _on_wei(self, event: Event, _: Round | None) -> None:
        laid = self._laid(event.card, 3)
        self._say(f"It lays three face down: {self.console.term('wei', '偎')}{laid}.", "wei")

    def _on_open_wei(self, event: Event, _: Round | None) -> None:
        laid = self._laid(event.card, 3)
        self._say(f"It lays three: {self.console.term('wei', '偎')}{laid}.", "open_wei")

    def _on_chou_wei(self, event: Event, _: Round | None) -> None:
        laid = self._laid(event.card, 3)
        term = self.console.term("chou wei", "臭偎")
        self._say(f"It lays three, one face up: {term}{laid}.", "chou_wei")

    def _on_pao(self, event: Event, _: Round | None) -> None:
        self._open()
        laid = self._laid(event.card, 4)
        self._say(
            f"{self._who(event)} lays the fourth: {self.console.term('pao', '跑')}{laid}.", "pao"
        )

    def _on_ti(self, event: Event, _: Round | None) -> None:
        laid = self._laid(event.card, 4)
        self._say(f"It lays the fourth: {self.console.term('ti', '提')}{laid}.", "ti")

    def _on_dead(self, event: Event, _: Round | None) -> None:
        self._say(f"{self._who(event)} ought to discard and has no card for it.", "dead")

    def _on_fault(self, event: Event, _: Round | None) -> None:
        assert event.fault is not None
        fault = self.console.term(event.fault, FAULTS[event.fault])
        self._say(f"{self._who(event)} commits a fault: {fault}.", "fault")

    def _on_hu(self, event: Event, _: Round | None) -> None:
        assert event.win_kind is not None
        self._open()
        hanzi, pinyin, english = ENDS[event.win_kind]
        card = "" if event.card is None else f" with {self._card(event)}"
        term = self.console.term(pinyin, hanzi)
        self._say(f"{self._who(event)} wins{card}, {english}: {term}!")

    def _on_exhausted(self, _event: Event, _before: Round | None) -> None:
        self._open()
        hanzi, pinyin, _ = ENDS["drawn"]
        self._say(f"The stock is empty, and nobody has won: {self.console.term(pinyin, hanzi)}.")

    def _stale(self, before: Round, after: Round) -> list[str]:
        """Say which cards a seat may no longer take because it let one go."""
        said = []
        for word, olds, news in (
            ("eat", before.stale_chi, after.stale_chi),
            ("peng", before.stale_peng, after.stale_peng),
        ):
            for seat, (old, new) in enumerate(zip(olds, news, strict=True)):
                # What a seat discards itself goes without saying.
                fresh = [
                    card for card in new if card not in old and (seat, card) not in self._discarded
                ]
                if fresh and self.seat in (None, seat):
                    cards = listed(map(self.console.card, fresh))
                    said.append(f"Seat {seat} may not {word} {cards} any more.")
        return said

    def _tell_stale(self) -> None:
        said, self._untold_stale = self._untold_stale, []
        for sentence in said:
            self._subject = None
            self._say(sentence, "stale")

    # --- The end ---

    def ending(self, round_: Round) -> list[str]:
        """Tell how a round ended: the hand laid out, its worth, who pays, what the others held."""
        settlement = round_.settlement
        assert settlement is not None
        lines = [""]
        if settlement.win is not None:
            lines += block_lines(self.console, round_.rules, settlement.win.arrangement.blocks)
            lines += ["", *worth_lines(self.console, round_.rules, settlement.win), ""]
        lines += self._payments(round_, settlement)
        if round_.next_deal is not None:
            lines += ["", f"Seat {round_.next_deal.dealer} deals next."]
        return lines

    def _payments(self, round_: Round, settlement: Settlement) -> list[str]:
        rows: list[tuple[str, ...]] = []
        for seat, points in enumerate(settlement.payments):
            name = self.agents[seat : seat + 1]
            hand = self.console.cards(round_.hands[seat])
            melds = "  ".join(map(self.console.meld, round_.melds[seat])) or "-"
            rows.append((f"seat {seat}", *name, signed(points), hand, melds))
        agent = ("agent",) if self.agents else ()
        header = ("seat", *agent, "points", "left in hand", "on the table")
        return columns(rows, align="llrll" if self.agents else "lrll", header=header)
