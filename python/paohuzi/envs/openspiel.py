"""A round as a game of OpenSpiel, in which chance deals and draws card by card.

Importing this module registers ``python_paohuzi``; then ``pyspiel.load_game("python_paohuzi")`` loads it, with
parameters ``pyspiel.load_game("python_paohuzi(rules=luzhou,dealer=1)")``.

The deal is 61 chance nodes (of a table of three), every draw from the stock is another at the moment at which it is
made, and so is the card that some rulesets turn up after a win. An outcome is the index of a card, and its probability
is its share of the cards that chance has not dealt yet. Claims are asked one seat after the other; an information
state is all that a seat has seen so far, event by event, with its own answers.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from paohuzi import rulesets
from paohuzi._core import ACTION_SPACE_SIZE, CARDS, OBS_SIZE, Action, Game, Ruleset, View
from paohuzi.envs.missing import needs
from paohuzi.envs.observation import LAYOUT, encode
from paohuzi.envs.text import table_text

with needs("openspiel"):
    import numpy as np
    import pyspiel

__all__ = ["SHORT_NAME", "PaohuziGame", "PaohuziObserver", "PaohuziState"]

SHORT_NAME: Final = "python_paohuzi"
"""The name under which the game is registered."""

_COPIES: Final = 4
_PACK: Final = _COPIES * len(CARDS)
# Every card that comes up is offered to each seat at most once, and every seat can discard its hand.
_LONGEST: Final = 5 * _PACK
# More than a hand of any preset is worth, but for what drawn rounds before it multiply.
_MOST_POINTS: Final = 100_000.0


if TYPE_CHECKING:

    class _Type(type):
        """The type of OpenSpiel's types."""
else:
    _Type = type(pyspiel.Game)


def _game_type(utility: Any) -> Any:  # noqa: ANN401 - OpenSpiel has no types.
    return pyspiel.GameType(
        short_name=SHORT_NAME,
        long_name="Pao Huzi",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=4,
        min_num_players=3,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"rules": "quanmingtang", "dealer": 0, "drawn_before": 0},
    )


_GENERAL: Final = _game_type(pyspiel.GameType.Utility.GENERAL_SUM)
_ZERO_SUM: Final = _game_type(pyspiel.GameType.Utility.ZERO_SUM)


class PaohuziGame(pyspiel.Game, metaclass=_Type):  # type: ignore[misc] # It has no types.
    """One round of Pao Huzi.

    Parameters
    ----------
    params
        ``rules``: the name of a preset. ``dealer``: the seat that deals. ``drawn_before``: drawn rounds in a row
        before this one.

    Raises
    ------
    PaohuziError
        A ruleset that is none of the presets, or a seat that the table does not have.

    Examples
    --------
    >>> game = pyspiel.load_game("python_paohuzi(rules=luzhou)")
    >>> game.num_players(), game.num_distinct_actions(), game.max_chance_outcomes()
    (3, 128, 20)
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.rules: Ruleset = rulesets.load(str(given.get("rules", "quanmingtang")))
        self.dealer = int(given.get("dealer", 0))
        self.drawn_before = int(given.get("drawn_before", 0))
        # What is wrong with them is said here.
        Game(self.rules, seed=0, dealer=self.dealer, drawn_before=self.drawn_before)
        self.dealt: int = self.rules.seats * self.rules.hand_size + 1
        """Cards of the deal."""
        most = _MOST_POINTS * (1 + self.drawn_before)
        zero_sum = self.rules.payment == "each_round" and self.rules.draw_penalty == 0
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTION_SPACE_SIZE,
            max_chance_outcomes=len(CARDS),
            num_players=self.rules.seats,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=_LONGEST,
        )
        super().__init__(_ZERO_SUM if zero_sum else _GENERAL, info, given)

    def new_initial_state(self) -> "PaohuziState":
        """Give a state in which nothing is dealt."""
        return PaohuziState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Give the number of cards: each is dealt or drawn once."""
        return _PACK

    def make_py_observer(
        self,
        iig_obs_type: Any = None,  # noqa: ANN401 - OpenSpiel has no types.
        params: Mapping[str, Any] | None = None,
    ) -> "PaohuziObserver":
        """Give an observer.

        Parameters
        ----------
        iig_obs_type
            What is observed: with perfect recall it has a string and no tensor.
        params
            None are known.
        """
        if iig_obs_type is None:
            iig_obs_type = pyspiel.IIGObservationType(perfect_recall=False)
        return PaohuziObserver(iig_obs_type, params)


class PaohuziState(pyspiel.State, metaclass=_Type):  # type: ignore[misc] # It has no types.
    """A round between two events.

    Parameters
    ----------
    game
        The game.

    Examples
    --------
    >>> import random
    >>> state, rng = pyspiel.load_game("python_paohuzi").new_initial_state(), random.Random(1)
    >>> while not state.is_terminal():
    ...     state.apply_action(rng.choice(state.legal_actions()))
    >>> sum(state.returns())
    0.0
    """

    def __init__(self, game: PaohuziGame) -> None:
        super().__init__(game)
        self._rules = game.rules
        self._dealer, self._drawn_before = game.dealer, game.drawn_before
        self._deal = game.dealt
        self._order: list[int] = []
        """The cards that chance has dealt and drawn, in order."""
        self._left = [_COPIES] * len(CARDS)
        """How many copies of each card it has not."""
        self._answers: list[int] = []
        self._table: Game | None = None
        """The round when a seat was asked last or it ended; what was not drawn by then lies in any order."""
        self._is_chance = True
        self._returns = [0.0] * game.rules.seats

    def current_player(self) -> int:
        """Give the seat that is asked, or that chance or nobody is."""
        if self._is_chance or self._table is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self._table.current_seat
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def is_terminal(self) -> bool:
        """Tell whether the round is over."""
        return not self._is_chance and self._table is not None and self._table.is_over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Give the cards that can come, by their indices, each with its probability."""
        total = sum(self._left)
        return [(card, left / total) for card, left in enumerate(self._left) if left]

    def returns(self) -> list[float]:
        """Give the points of each seat; nought before the end."""
        return list(self._returns)

    def view(self, player: int) -> View | None:
        """Give what a seat saw when a seat was asked last; nothing before that.

        Parameters
        ----------
        player
            The seat.
        """
        return None if self._table is None else self._table.view(player)

    def seen_events(self, player: int) -> list[str]:
        """Give all that a seat had seen when a seat was asked last, event by event.

        Parameters
        ----------
        player
            The seat.
        """
        if self._table is None:
            return []
        again = self._played([], self._order)
        events = [*again.opening_events]
        for _, answer in self._table.answers:
            events += again.push_events(answer)
        seen = (event.seen_by(player) for event in events)
        return [str(event.as_dict()) for event in seen if event is not None]

    def _legal_actions(self, player: int) -> list[int]:
        if self._table is None or player != self.current_player():
            return []
        return self._table.legal_ids()

    def _apply_action(self, action: int) -> None:
        if self._is_chance:
            self._order.append(action)
            self._left[action] -= 1
        else:
            self._answers.append(action)
        if len(self._order) < self._deal:
            return
        table = self._played(self._answers, self._order)
        # What lies in any order may have been drawn, too: then a card of it is for chance to draw.
        known = len(self._order) - self._deal
        drawn = _PACK - self._deal - table.view(0).stock_left
        self._is_chance = known < drawn
        if self._is_chance:
            return
        self._table = table
        points = _points(table)
        if points is not None:
            self._is_chance = known == drawn and self._is_turned_up(points)
            if not self._is_chance:
                self._returns = points

    def _played(self, answers: Sequence[int], order: Sequence[int]) -> Game:
        """Give the round with these cards first and these answers."""
        left = [_COPIES] * len(CARDS)
        for card in order:
            left[card] -= 1
        rest = [card for card, copies in enumerate(left) for _ in range(copies)]
        game = Game.from_deck(
            self._rules,
            [CARDS[card] for card in (*order, *rest)],
            dealer=self._dealer,
            drawn_before=self._drawn_before,
        )
        for answer in answers:
            game.push(answer)
        return game

    def _is_turned_up(self, points: list[float]) -> bool:
        """Tell whether the card after the last one drawn changes what the end of the round is worth."""
        others = (card for card, _ in self.chance_outcomes())
        ends = (_points(self._played(self._answers, [*self._order, card])) for card in others)
        return any(end != points for end in ends)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"card:{CARDS[action]}"
        card = None if self._table is None else self._table.view(player).contested
        return str(Action.from_id(action, card))

    def __str__(self) -> str:
        order = " ".join(str(CARDS[card]) for card in self._order)
        player = self.current_player()
        if self._table is None or player < 0:
            return f"cards {order}\nanswers {self._answers}"
        return f"cards {order}\nanswers {self._answers}\n{table_text(self._table.view(player))}"


def _points(game: Game) -> list[float] | None:
    """Give the points of each seat, once the round is over."""
    settlement = game.settlement
    return None if settlement is None else [float(points) for points in settlement.payments]


class PaohuziObserver:
    """What a player sees of a state: the observation of the view, or the events so far.

    Parameters
    ----------
    iig_obs_type
        With perfect recall there are strings and no tensor.
    params
        None are known.

    Raises
    ------
    ValueError
        Parameters, or an observation of other things than what one player sees.

    Examples
    --------
    >>> observer = pyspiel.load_game("python_paohuzi").make_py_observer()
    >>> observer.tensor.shape, observer.dict["hand"].shape
    ((3992,), (20, 4))
    """

    def __init__(
        self,
        iig_obs_type: Any,  # noqa: ANN401 - OpenSpiel has no types.
        params: Mapping[str, Any] | None,
    ) -> None:
        if params:
            raise ValueError(f"parameters {dict(params)}, expected none")
        single = pyspiel.PrivateInfoType.SINGLE_PLAYER
        if iig_obs_type.private_info != single or not iig_obs_type.public_info:
            raise ValueError("expected an observation of what one player sees")
        self._has_recall: bool = iig_obs_type.perfect_recall
        self.tensor = np.zeros(0 if self._has_recall else OBS_SIZE, np.float32)
        self.dict = {}
        if not self._has_recall:
            for name, part in LAYOUT.items():
                self.dict[name] = self.tensor[part.slice].reshape(part.shape)

    def set_from(self, state: PaohuziState, player: int) -> None:
        """Write what the player sees into the tensor; zeros before all is dealt.

        Parameters
        ----------
        state
            The state.
        player
            The seat.
        """
        view = state.view(player)
        if self._has_recall or view is None:
            self.tensor.fill(0)
        else:
            encode(view, out=self.tensor)

    def string_from(self, state: PaohuziState, player: int) -> str:
        """Give what the player sees as a text: the table, or with perfect recall all events so far.

        Parameters
        ----------
        state
            The state.
        player
            The seat.
        """
        if self._has_recall:
            return "\n".join(state.seen_events(player))
        view = state.view(player)
        return "" if view is None else table_text(view)


pyspiel.register_game(_GENERAL, PaohuziGame)
