"""One round, as sections 2 and 7 of the rulebook tell it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypedDict

from .cards import ORDER, in_order, is_big, split_hand
from .chi import chi_action, chi_options
from .melds import QUADS, cards_of, chi, huxi, kind_of
from .ruleset import Rules
from .win import Context, Win, best_win, santi_wukan

__all__ = ["OracleRound", "Settlement"]

TI = ("ti", "dealt_ti")
PENG_RANK = 10
CHI_FIRST_RANK = 11
CHI_NEXT_RANK = 12
PASS_RANK = 99


class Settlement(TypedDict):
    """How a round ended."""

    winner: int | None
    kind: str
    self_draw: bool
    huxi: int
    units: int
    fan: int
    items: dict[str, int]
    score: int
    payments: list[int]
    arrangement: tuple[str, ...]


def waiting_size(quads: int, blocks: int) -> int:
    """W(k) of 2.2."""
    return 3 * blocks - 1 if quads == 0 else 3 * blocks - 2 + quads


class OracleRound:
    """A round in play.

    `options` holds the open question: for each asked seat its actions, each with its rank
    (the lowest rank takes the card). `phase` says what the answers are about.
    """

    def __init__(
        self, rules: Rules, deck: Sequence[str], dealer: int = 0, drawn_before: int = 0
    ) -> None:
        self.rules = rules
        self.dealer = dealer
        self.drawn_before = drawn_before
        self.seats = range(rules.seats)
        self.hands: list[list[str]] = [[] for _ in self.seats]
        size = 3 * rules.blocks - 1
        for place in self.seats:
            seat = (dealer + place) % rules.seats
            self.hands[seat] = list(deck[size * place : size * (place + 1)])
        dealt = size * rules.seats
        self.shown_at_deal = deck[dealt]
        self.hands[dealer].append(self.shown_at_deal)
        for hand in self.hands:
            hand.sort(key=ORDER.__getitem__)
        self.stock = list(deck[dealt + 1 :])
        self.melds: list[list[str]] = [[] for _ in self.seats]
        self.rows: list[list[tuple[str, str]]] = [[] for _ in self.seats]
        self.stale_chi: list[set[str]] = [set() for _ in self.seats]
        self.stale_peng: list[set[str]] = [set() for _ in self.seats]
        self.dead = [False] * rules.seats
        # May not 吃 or 碰 any more (A26).
        self.barred = [False] * rules.seats
        # Per seat: the cards on which a 胡 was declined, with the huxi of its table then (A18).
        self.passed: list[dict[str, int]] = [{} for _ in self.seats]
        # Per seat: the score of the best win it declined (`must_beat`, 3.7).
        self.declined = [-1] * rules.seats
        self.taken_any = [False] * rules.seats
        # Per seat: the most 比 blocks it laid in one 吃.
        self.bi = [0] * rules.seats
        self.drawn = False
        self.first_card = False
        self.last_card = False
        # For 地胡 on the dealer's first discard.
        self.dealer_discarded = False
        self.anybody_took = False
        self.first_discard = False

        self.phase = "opening"
        # The card on offer is in no hand, meld or row; `turn` drew it or discarded it,
        # or has to discard.
        self.card: str | None = None
        self.card_drawn = False
        # The card that was last laid as 偎 or 提, while its seat is asked.
        self.forced_card: str | None = None
        self.turn = dealer
        self.options: dict[int, dict[str, int]] = {}
        self.answers: dict[int, str] = {}
        self.wins: dict[int, Win] = {}
        # How each win was judged, to judge it again when a card is turned up.
        self.judged: dict[int, dict[str, Any]] = {}
        self.pao_seat: int | None = None
        self.settlement: Settlement | None = None
        self.ask_santi_wukan()

    @property
    def plays_dihu(self) -> bool:
        """Whether an idle seat may win at once."""
        return bool(self.rules.dihu or self.rules.dihu_fixed or self.rules.dihu_plain)

    # What others read and do.

    @property
    def is_over(self) -> bool:
        """Whether the round is settled."""
        return self.settlement is not None

    @property
    def stock_left(self) -> int:
        """Cards left to draw."""
        return len(self.stock)

    @property
    def active_seats(self) -> list[int]:
        """The seats whose answer can still matter."""
        taken = self.best_answer()
        return [
            seat
            for seat in sorted(self.options)
            if seat not in self.answers and min(self.options[seat].values()) < taken
        ]

    def legal_actions(self, seat: int) -> list[str]:
        """Give the action texts of an active seat, sorted; empty for the others."""
        return sorted(self.options[seat]) if seat in self.active_seats else []

    def apply(self, seat: int, text: str) -> None:
        """Take an answer; play on when no other answer can matter."""
        if text not in self.legal_actions(seat):
            raise ValueError(f"seat {seat} may not {text}")
        self.answers[seat] = text
        if not self.active_seats:
            self.resolve()

    # Counting.

    def next(self, seat: int) -> int:
        """Give the seat that plays after `seat`."""
        return (seat + 1) % self.rules.seats

    def order_from(self, seat: int) -> list[int]:
        """All seats in play order."""
        return [(seat + place) % self.rules.seats for place in self.seats]

    def quads(self, seat: int) -> int:
        """k: four-card blocks on the table."""
        return sum(kind_of(meld) in QUADS for meld in self.melds[seat])

    def owned(self, seat: int) -> int:
        """Hand and table cards of a seat."""
        return len(self.hands[seat]) + sum(len(cards_of(meld)) for meld in self.melds[seat])

    def too_many(self, seat: int) -> bool:
        """Apply the discard rule of 2.2: owned > W(k)."""
        return self.owned(seat) > waiting_size(self.quads(seat), self.rules.blocks)

    def loose(self, seat: int) -> tuple[str, ...]:
        """Give the hand cards that are not locked."""
        return split_hand(self.hands[seat]).loose

    def context(self, seat: int) -> Context:
        """Give the context of a win on a stock card."""
        return Context(
            last_card=self.last_card,
            first_card=self.first_card,
            nothing_taken=not self.taken_any[seat],
            drawn_before=self.drawn_before,
            bi=self.bi[seat],
        )

    # Questions.

    def ask(self, phase: str, options: dict[int, dict[str, int]]) -> None:
        """Open a question."""
        self.phase = phase
        self.options = options
        self.answers = {}

    def best_answer(self) -> int:
        """Give the lowest rank among the answers given."""
        return min(
            (self.options[seat][text] for seat, text in self.answers.items()), default=PASS_RANK
        )

    def ask_hu(self, phase: str, wins: list[tuple[int, Win | None]]) -> bool:
        """Ask for 胡 only, in the order of the list; false if nobody can."""
        self.wins = {seat: win for seat, win in wins if win}
        if not self.wins:
            return False
        ranks = {seat: rank for rank, (seat, _) in enumerate(wins)}
        free = {} if self.rules.must_hu == "all" else {"pass": PASS_RANK}
        self.ask(phase, {seat: {"hu": ranks[seat], **free} for seat in self.wins})
        return True

    def note_passed_hu(self, options: dict[int, dict[str, int]], answers: dict[int, str]) -> None:
        """Remember the declined wins: their cards (A18, ruling 21), and what they were worth."""
        card = self.card or self.forced_card
        if self.phase == "dihu":
            card = self.shown_at_deal
        for seat, choices in options.items():
            if "hu" in choices and answers.get(seat, "hu") != "hu":
                self.declined[seat] = max(self.declined[seat], self.wins[seat]["score"])
                if card is not None:
                    self.passed[seat][card] = self.table_huxi(seat)

    def table_huxi(self, seat: int) -> int:
        """Give the huxi of what a seat has laid."""
        return sum(huxi(meld, self.rules) for meld in self.melds[seat])

    def hu_is_locked(self, seat: int, card: str) -> bool:
        """Whether an earlier declined win bars this one (A18)."""
        if self.rules.passed_hu in ("free", "must_beat") or card not in self.passed[seat]:
            return False
        never = self.rules.passed_hu == "never"
        return never or self.passed[seat][card] == self.table_huxi(seat)

    def judge(self, seat: int, **given: Any) -> Win | None:
        """Give the best win of a seat, if it may have it."""
        given = {**given, "hand": tuple(given["hand"]), "melds": tuple(given["melds"])}
        self.judged[seat] = given
        win = best_win(rules=self.rules, **given)
        beaten = win is not None and win["score"] <= self.declined[seat]
        return None if beaten and self.rules.passed_hu == "must_beat" else win

    def resolve(self) -> None:
        """All answers that matter are in."""
        taken = self.best_answer()
        seat, action = None, "pass"
        for one, text in self.answers.items():
            if self.options[one][text] == taken and taken != PASS_RANK:
                seat, action = one, text
        phase, options, answers = self.phase, self.options, self.answers
        self.note_passed_hu(options, answers)
        self.options, self.answers = {}, {}

        if seat is not None and action == "hu":
            self.win(seat, phase)
        elif phase == "santi_wukan":
            self.ask_tianhu()
        elif phase == "tianhu":
            self.ask_dihu()
        elif phase == "dihu":
            self.open()
        elif phase == "after_forced":
            self.after(self.turn)
        elif phase == "discard":
            self.discard(self.turn, action.removeprefix("discard:"))
        elif self.pao_seat is not None:
            self.pao(self.pao_seat)
        else:
            self.mark_stale(options, answers, seat, taken)
            if seat is None:
                self.unclaimed()
            elif action == "peng":
                self.peng(seat)
            else:
                self.eat(seat, action)

    def mark_stale(
        self,
        options: dict[int, dict[str, int]],
        answers: dict[int, str],
        taker: int | None,
        taken: int,
    ) -> None:
        """2.6: what was declined and could have counted."""
        assert self.card is not None
        for seat, choices in options.items():
            could_peng = "peng" in choices
            if could_peng and answers.get(seat) != "peng":
                self.make_stale(seat, self.card, chi=False, peng=True)
            could_chi = any(text.startswith("chi:") for text in choices)
            if could_chi and taker is None:
                self.make_stale(seat, self.card, chi=True, peng=False)
            if (
                could_chi
                and taken == CHI_NEXT_RANK
                and taker != seat
                and self.rules.stale_on_pass_to_next
            ):
                self.make_stale(seat, self.card, chi=True, peng=False)

    def make_stale(self, seat: int, card: str, *, chi: bool, peng: bool) -> None:
        """Put a card on the stale lists of a seat."""
        if chi or self.rules.stale_joint:
            self.stale_chi[seat].add(card)
        if peng or self.rules.stale_joint:
            self.stale_peng[seat].add(card)

    # OPEN

    def ask_santi_wukan(self) -> None:
        """三提五坎, all holders at once, the dealer first in order (ruling 11)."""
        context = Context(drawn_before=self.drawn_before)
        wins = [
            (seat, santi_wukan(self.hands[seat], self.rules, context))
            for seat in self.order_from(self.dealer)
        ]
        if not self.ask_hu("santi_wukan", wins):
            self.ask_tianhu()

    def ask_tianhu(self) -> None:
        """天胡: the dealer is complete with the 亮張."""
        hand = list(self.hands[self.dealer])
        hand.remove(self.shown_at_deal)
        win = self.judge(
            self.dealer,
            hand=hand,
            melds=(),
            draw=self.shown_at_deal,
            own_draw=True,
            context=Context(tianhu=True, nothing_taken=True, drawn_before=self.drawn_before),
        )
        if not self.ask_hu("tianhu", [(self.dealer, win)]):
            self.ask_dihu()

    def ask_dihu(self) -> None:
        """地胡: an idle seat wins on the 亮張 (ruling 13)."""
        wins: list[tuple[int, Win | None]] = []
        if self.plays_dihu and self.rules.dihu_on in ("liangzhang", "both"):
            context = Context(dihu=True, nothing_taken=True, drawn_before=self.drawn_before)
            wins = [
                (
                    seat,
                    self.judge(
                        seat,
                        hand=self.hands[seat],
                        melds=(),
                        draw=self.shown_at_deal,
                        context=context,
                    ),
                )
                for seat in self.order_from(self.dealer)[1:]
            ]
        if not self.ask_hu("dihu", wins):
            self.open()

    def open(self) -> None:
        """Lay the dealt 提; then the dealer discards, or the next seat draws."""
        for seat in self.order_from(self.dealer):
            for card in split_hand(self.hands[seat]).quads:
                self.take_from_hand(seat, [card] * 4)
                self.melds[seat].append(f"dealt_ti:{card}")
        two_ti_opens = self.quads(self.dealer) >= 2 and self.rules.dealer_two_ti != "skip_open"
        if two_ti_opens and self.loose(self.dealer):
            self.ask_discard(self.dealer)
        else:
            self.after(self.dealer)

    # DISCARD

    def ask_discard(self, seat: int) -> None:
        """One loose card has to go."""
        self.turn = seat
        self.ask("discard", {seat: {f"discard:{card}": 0 for card in self.loose(seat)}})

    def discard(self, seat: int, card: str) -> None:
        """RESPOND_DISCARD."""
        self.take_from_hand(seat, [card])
        self.first_discard = (
            seat == self.dealer and not self.dealer_discarded and not self.anybody_took
        )
        self.dealer_discarded |= seat == self.dealer
        if self.rules.own_discard_stale != "none":
            both = self.rules.own_discard_stale == "chi_peng"
            self.make_stale(seat, card, chi=True, peng=both)
        self.card = card
        others = self.order_from(seat)[1:]
        wins: list[tuple[int, Win | None]] = []
        if self.is_dihu_discard:
            context = Context(dihu=True, nothing_taken=True, drawn_before=self.drawn_before)
            wins = [(one, self.win_on(one, False, context, discard=True)) for one in others]
        elif self.rules.discard_wins or self.rules.hu_after_discard_pao:
            wins = [
                (one, self.win_on(one, False, self.context(one), discard=True)) for one in others
            ]
        self.offer(seat, wins, drawn=False)

    @property
    def is_dihu_discard(self) -> bool:
        """Whether the discard on offer can be won on as 地胡 (A10, ruling 13)."""
        played = self.plays_dihu and self.rules.dihu_on in ("first_discard", "both")
        return played and self.first_discard

    # DRAW

    def draw(self, seat: int) -> None:
        """RESPOND_DRAW."""
        if len(self.stock) <= self.rules.undrawn:
            self.settlement = Settlement(
                winner=None,
                kind="drawn",
                self_draw=False,
                huxi=0,
                units=0,
                fan=1,
                items={},
                score=0,
                payments=self.with_ti(self.drawn_payments()),
                arrangement=(),
            )
            self.phase = "over"
            return
        card = self.stock.pop(0)
        self.first_card = not self.drawn
        self.drawn = True
        self.last_card = len(self.stock) <= self.rules.undrawn
        self.forced_card = None
        hand, melds = self.hands[seat], self.melds[seat]
        before = (list(hand), list(melds), self.context(seat))
        triples = [f"wei:{card}", f"chou_wei:{card}"]
        if self.rules.peng_self_fourth == "ti":
            triples.append(f"peng:{card}")
        if hand.count(card) == 3 or any(meld in melds for meld in triples):
            self.card = card
            self.quad(seat, "ti")
            self.forced_card = card
            self.after_forced(seat, card, before)
        elif hand.count(card) == 2:
            self.take_from_hand(seat, [card, card])
            kind = "chou_wei" if card in self.stale_peng[seat] else "wei"
            melds.append(f"{kind}:{card}")
            self.forced_card = card
            self.taken_any[seat] = self.taken_any[seat] or not self.rules.tinghu_allows_wei
            self.after_forced(seat, card, before)
        else:
            self.card = card
            wins = [
                (one, self.win_on(one, one == seat, self.context(one)))
                for one in self.order_from(seat)
            ]
            self.offer(seat, wins, drawn=True)

    def win_on(
        self, seat: int, own_draw: bool, context: Context, *, discard: bool = False
    ) -> Win | None:
        """Give the win of a seat on the card on offer."""
        assert self.card is not None
        if self.dead[seat] or self.hu_is_locked(seat, self.card):
            return None
        if discard:
            context = replace(context, last_card=False, first_card=False, on_discard=True)
        no_peng = self.rules.stale_peng_blocks_hu and self.card in self.stale_peng[seat]
        return self.judge(
            seat,
            hand=self.hands[seat],
            melds=self.melds[seat],
            draw=self.card,
            own_draw=own_draw,
            context=context,
            no_peng=no_peng,
            discard=discard,
        )

    def after_forced(
        self, seat: int, card: str, before: tuple[list[str], list[str], Context]
    ) -> None:
        """After a forced 偎 or 提: 胡 or pass, then the discard if one is due (ruling 10)."""
        self.turn = seat
        win = None
        if not self.dead[seat] and not self.hu_is_locked(seat, card):
            hand, melds, context = before
            draw: str | None = card
            if self.rules.own_draw_first:
                hand, melds, context = self.hands[seat], self.melds[seat], self.context(seat)
                draw = None
            win = self.judge(
                seat, hand=hand, melds=melds, draw=draw, own_draw=True, context=context
            )
        if not self.ask_hu("after_forced", [(seat, win)]):
            self.after(seat)

    # A card on offer.

    def offer(self, turn: int, wins: list[tuple[int, Win | None]], *, drawn: bool) -> None:
        """Ask every seat that may claim the card; 胡, then forced 跑, then 碰, then 吃."""
        assert self.card is not None
        self.turn = turn
        self.card_drawn = drawn
        self.wins = {seat: win for seat, win in wins if win}
        options: dict[int, dict[str, int]] = {}
        for rank, (seat, win) in enumerate(wins):
            if win:
                options.setdefault(seat, {})["hu"] = rank
        self.pao_seat = self.find_pao(turn, drawn)
        if self.pao_seat is None:
            for seat in self.order_from(turn)[1:]:
                if self.can_peng(seat) and not self.must_win(seat, drawn):
                    options.setdefault(seat, {})["peng"] = PENG_RANK
            eaters = [(self.next(turn), CHI_NEXT_RANK)]
            if drawn:
                eaters.insert(0, (turn, CHI_FIRST_RANK))
            for seat, rank in eaters:
                must_peng = self.rules.must_peng and "peng" in options.get(seat, {})
                if must_peng or self.must_win(seat, drawn):
                    continue
                for text in self.chi_actions(seat):
                    options.setdefault(seat, {})[text] = rank
        for seat, choices in options.items():
            must_peng = self.rules.must_peng and "peng" in choices
            if not must_peng and not self.must_win(seat, drawn):
                choices["pass"] = PASS_RANK
        if options:
            self.ask("drawn" if drawn else "discarded", options)
        elif self.pao_seat is not None:
            self.pao(self.pao_seat)
        else:
            self.unclaimed()

    def must_win(self, seat: int, drawn: bool) -> bool:
        """Whether a seat can win on the card on offer and may not decline (A19)."""
        bound = self.rules.must_hu == "all" or (self.rules.must_hu == "discard" and not drawn)
        return bound and seat in self.wins

    def find_pao(self, turn: int, drawn: bool) -> int | None:
        """Who has to 跑 the card on offer (2.5)."""
        for seat in self.order_from(turn):
            card, melds = self.card, self.melds[seat]
            holds = (
                self.hands[seat].count(str(card)) == 3
                or f"wei:{card}" in melds
                or f"chou_wei:{card}" in melds
            )
            if seat != turn and holds:
                return seat
            if drawn and f"peng:{card}" in melds:
                return seat
        return None

    def can_peng(self, seat: int) -> bool:
        """Exactly two in hand, not stale, and a discard is left if one will be due."""
        assert self.card is not None
        if self.dead[seat] or self.barred[seat] or self.card in self.stale_peng[seat]:
            return False
        if self.hands[seat].count(self.card) != 2:
            return False
        return self.leaves_discard(seat, [self.card, self.card])

    def chi_actions(self, seat: int) -> list[str]:
        """Every legal 吃 of the card on offer."""
        assert self.card is not None
        if self.dead[seat] or self.barred[seat] or self.card in self.stale_chi[seat]:
            return []
        actions = []
        five_ten = self.rules.one_five_ten
        for choice in chi_options(self.hands[seat], self.card, one_five_ten=five_ten):
            laid = [card for block in choice for card in block]
            laid.remove(self.card)
            if self.leaves_discard(seat, laid):
                actions.append(chi_action(self.card, choice))
        return actions

    def leaves_discard(self, seat: int, laid: Sequence[str]) -> bool:
        """2.8: an optional intake is illegal when a discard is due and no loose card is left."""
        if self.rules.no_discard_chi_peng == "skip":
            return True
        blocks = self.rules.blocks
        must_discard = self.owned(seat) + 1 > waiting_size(self.quads(seat), blocks)
        rest = list(self.loose(seat))
        for card in laid:
            rest.remove(card)
        return bool(rest) or not must_discard

    def unclaimed(self) -> None:
        """Leave the card beside the seat that drew or discarded it."""
        assert self.card is not None
        self.rows[self.turn].append((self.card, "drawn" if self.card_drawn else "discarded"))
        self.card = None
        self.draw(self.next(self.turn))

    def take_from_hand(self, seat: int, cards: Sequence[str]) -> None:
        """Remove cards from a hand."""
        for card in cards:
            self.hands[seat].remove(card)

    def peng(self, seat: int) -> None:
        """碰."""
        assert self.card is not None
        self.take_from_hand(seat, [self.card, self.card])
        self.melds[seat].append(f"peng:{self.card}")
        self.taken(seat)

    def eat(self, seat: int, action: str) -> None:
        """吃 with every 比."""
        assert self.card is not None
        blocks = [tuple(block.split("-")) for block in action.split(":")[2].split("+")]
        self.bi[seat] = max(self.bi[seat], len(blocks) - 1)
        laid = [card for block in blocks for card in block]
        laid.remove(self.card)
        self.take_from_hand(seat, laid)
        self.melds[seat] += [chi(block) for block in blocks]
        self.taken(seat)

    def pao(self, seat: int) -> None:
        """跑."""
        laid = (f"wei:{self.card}", f"chou_wei:{self.card}")
        fed = not self.card_drawn and any(meld in laid for meld in self.melds[seat])
        if self.rules.feed_pao_penalty and fed:
            self.barred[self.turn] = True
        self.anybody_took = True
        self.quad(seat, "pao")
        self.after(seat)

    def quad(self, seat: int, kind: str) -> None:
        """Lay four equal cards: from the 坎 in hand, or in place of the three on the table."""
        assert self.card is not None
        card = self.card
        if self.hands[seat].count(card) == 3:
            self.take_from_hand(seat, [card] * 3)
            self.melds[seat].append(f"{kind}:{card}")
        else:
            triples = (f"wei:{card}", f"chou_wei:{card}", f"peng:{card}")
            place = next(n for n, meld in enumerate(self.melds[seat]) if meld in triples)
            self.melds[seat][place] = f"{kind}:{card}"
        self.card = None
        if kind == "pao" or not self.rules.tinghu_allows_wei:
            self.taken_any[seat] = True

    def taken(self, seat: int) -> None:
        """After 碰 or 吃."""
        self.card = None
        self.taken_any[seat] = True
        self.anybody_took = True
        self.after(seat)

    def after(self, seat: int) -> None:
        """Ask for a discard if due; a seat with nothing loose is dead (2.8, ruling 3)."""
        self.turn = seat
        if not self.too_many(seat):
            self.draw(self.next(seat))
        elif self.loose(seat):
            self.ask_discard(seat)
        else:
            if self.rules.no_discard_forced == "dead":
                self.dead[seat] = True
            self.draw(self.next(seat))

    # END

    def win(self, seat: int, phase: str) -> None:
        """Settle a win."""
        win = self.wins[seat]
        if self.rules.flipped and phase != "santi_wukan":
            win = self.with_flipped(seat)
        kind = phase
        if phase == "after_forced":
            kind = "self_draw"
        elif phase == "drawn":
            kind = "self_draw" if seat == self.turn else "other_draw"
        elif phase == "discarded":
            kind = "dihu" if self.is_dihu_discard else "discard"
        payments = self.payments(seat, win["score"], discard=phase == "discarded")
        self.phase = "over"
        self.settlement = Settlement(
            winner=seat,
            kind=kind,
            self_draw=kind in ("self_draw", "tianhu", "santi_wukan"),
            huxi=win["huxi"],
            units=win["units"],
            fan=win["fan"],
            items=win["items"],
            score=win["score"],
            payments=self.with_ti(payments),
            arrangement=win["arrangement"],
        )

    def with_flipped(self, seat: int) -> Win:
        """Turn up the next card of the stock, or take the winning card where there is none (3.7)."""
        flipped = self.stock[0] if self.stock else self.card or self.forced_card
        given = dict(self.judged[seat])
        given["context"] = replace(given["context"], flipped=flipped)
        win = best_win(rules=self.rules, **given)
        assert win is not None
        return win

    def payments(self, winner: int, score: int, *, discard: bool) -> list[int]:
        """Who pays what (2.10, ruling 20); where totals run on, the winner alone scores."""
        each = 0 if self.rules.running_total else -score
        paid = [each] * self.rules.seats
        if discard and self.rules.pay_discard != "each":
            times = {"alone": 1, "x2": 2, "x3_alone": 3}[self.rules.pay_discard]
            paid = [0] * self.rules.seats
            paid[self.turn] = -times * score
            paid[winner] = times * score
        elif self.rules.running_total:
            paid[winner] = score
        else:
            paid[winner] = score * (self.rules.seats - 1)
        return paid

    def drawn_payments(self) -> list[int]:
        """Give what a drawn round costs: the dealer, where he is fined (2.10)."""
        paid = [0] * self.rules.seats
        paid[self.dealer] = -self.rules.draw_penalty
        return paid

    def with_ti(self, paid: list[int]) -> list[int]:
        """Every 提, laid or still in a dealt hand, is paid by each other seat (3.7)."""
        small, big = self.rules.ti_pays
        for seat in self.seats:
            ti = [cards_of(meld)[0] for meld in self.melds[seat] if kind_of(meld) in TI]
            ti += split_hand(self.hands[seat]).quads
            for card in ti:
                worth = big if is_big(card) else small
                for other in self.seats:
                    paid[other] -= worth
                paid[seat] += worth * self.rules.seats
        return paid

    def cards_everywhere(self) -> tuple[str, ...]:
        """Every card of the round, wherever it is."""
        cards = [card for hand in self.hands for card in hand]
        cards += [card for melds in self.melds for meld in melds for card in cards_of(meld)]
        cards += [card for row in self.rows for card, _ in row]
        cards += self.stock
        if self.card is not None:
            cards.append(self.card)
        return in_order(cards)
