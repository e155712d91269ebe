"""One seat for Gymnasium, beside opponents: `PaohuziEnv`, and `PaohuziVectorEnv` for many rounds at once.

Importing this module registers ``paohuzi/Paohuzi-v0``: ``gymnasium.make("paohuzi/Paohuzi-v0", seat=1)``, or in one go
``gymnasium.make("paohuzi.envs.gymnasium:paohuzi/Paohuzi-v0")``, and `gymnasium.make_vec` with
``vectorization_mode="vector_entry_point"``.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol, SupportsIndex, TypeAlias

from paohuzi._core import (
    ACTION_SPACE_SIZE,
    Action,
    Bot,
    Game,
    Ruleset,
    View,
)
from paohuzi.envs.deals import Deals
from paohuzi.envs.missing import needs
from paohuzi.envs.observation import Floats, Packed
from paohuzi.envs.seen import Seen, action_number, seen, seen_space
from paohuzi.envs.text import RENDER_MODES, check_render_mode, table_text
from paohuzi.envs.vector import Arrays, VectorEnv
from paohuzi.errors import PaohuziError, ParseError

with needs("rl"):
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from numpy.typing import NDArray

__all__ = ["ID", "LegalActions", "PaohuziEnv", "PaohuziVectorEnv"]

ID: Final = "paohuzi/Paohuzi-v0"
"""The name under which the environment is registered."""


class _Player(Protocol):
    def act(self, view: View, /) -> Action | str | int: ...


_Opponent: TypeAlias = str | _Player | Callable[[View], Action | str | int]


class LegalActions(spaces.Discrete):
    """All action numbers, of which `sample` gives a legal one.

    Examples
    --------
    >>> space = LegalActions()
    >>> space.legal[8:28] = 0
    >>> space.legal[9] = 1
    >>> int(space.sample()), space == spaces.Discrete(128)
    (9, True)
    """

    def __init__(self) -> None:
        super().__init__(ACTION_SPACE_SIZE)
        self.legal: NDArray[np.int8] = np.zeros(ACTION_SPACE_SIZE, np.int8)

    def sample(
        self, mask: NDArray[np.int8] | None = None, probability: NDArray[Any] | None = None
    ) -> np.int64:
        """Give a random action; a legal one where neither a mask nor probabilities are given.

        Parameters
        ----------
        mask, probability
            As for Gymnasium's space.
        """
        if mask is None and probability is None and self.legal.any():
            mask = self.legal
        return super().sample(mask=mask, probability=probability)


class PaohuziEnv(gymnasium.Env[Seen, np.int64]):
    """One seat's part of a round: the other seats are played by opponents.

    ``reset(seed=s)`` deals round 0 of the seed, each ``reset()`` after it the next one, in the way of simulations; the
    dealer goes round. A round in which the seat is never asked is passed over. The reward is the seat's points when the
    round ends, the terminal observation shows all hands. Observations are dicts of ``observation`` and ``action_mask``;
    `action_masks` gives the mask to learners that look for it there.

    Parameters
    ----------
    rules
        The ruleset; ``quanmingtang`` where there is none.
    seat
        The seat that is played.
    opponents
        Who plays the other seats, in turn order from the next one on, or one for all of them: a name of
        `paohuzi.agents.names`, an object with ``act``, or a function from a `View` to an action.
    packed
        Whether observations are ``(OBS_BYTES,)`` uint8, bits, and not ``(OBS_SIZE,)`` float32.
    illegal_reward
        What an action earns that is not legal. It changes nothing, ``info["illegal"]`` says why it is not legal, and
        the seat is asked again. Where it is None, such an action raises `IllegalActionError`.
    render_mode
        ``ansi``: `render` gives a text of the table as the seat sees it. ``human``: it is printed after each reset and
        step.

    Raises
    ------
    IllegalActionError
        A seat that the table does not have.
    ParseError
        A name that no bot has, not one opponent for each other seat, or another render mode.
    TypeError
        No ruleset, or what is no opponent.

    Examples
    --------
    >>> env = PaohuziEnv(opponents="random")
    >>> seen, _ = env.reset(seed=7)
    >>> over, points = False, 0.0
    >>> while not over:
    ...     seen, points, over, _, _ = env.step(env.action_space.sample())
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        rules: Ruleset | None = None,
        *,
        seat: int = 0,
        opponents: _Opponent | Sequence[_Opponent] = "greedy",
        packed: bool = False,
        illegal_reward: float | None = -1.0,
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode)
        self._deals = Deals(rules)
        self.rules = self._deals.rules
        self.seat = seat
        self.packed = packed
        self.illegal_reward = illegal_reward
        self.render_mode = render_mode
        self._opponents = _at_the_table(opponents, seat, self.rules)
        self.observation_space = seen_space(packed)
        self._legal = LegalActions()
        self.action_space = self._legal
        self._players: list[Callable[[View], Action | str | int]] = []
        self._game: Game | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Deal a round and play until the seat is asked.

        Parameters
        ----------
        seed
            The seed whose round 0 is dealt; the next round of the present one where there is none, or of a random one.
        options
            Not used.
        """
        super().reset(seed=seed)
        if seed is not None:
            self._deals.begin(seed)
        elif self._deals.seed is None:
            self._deals.begin(int(self.np_random.integers(2**63)))
        while True:
            game = self._deals.next()
            self._players = [self._player(seat) for seat in range(self.rules.seats)]
            self._play(game)
            if not game.is_over:
                break
        self._game = game
        shown = self._see(game)
        if self.render_mode == "human":
            self.render()
        return shown, {}

    def step(self, action: SupportsIndex) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Answer for the seat and play until it is asked again or the round is over.

        Parameters
        ----------
        action
            The number of an action.

        Raises
        ------
        IllegalActionError
            The round is over; or the action is not legal, where ``illegal_reward`` is None; or an opponent's is not.
            Nothing is changed then.
        TypeError
            No whole number.
        """
        game = self._dealt()
        try:
            game.push(action_number(action))
        except PaohuziError as error:
            if self.illegal_reward is None or game.is_over:
                raise
            return self._see(game), self.illegal_reward, False, False, {"illegal": str(error)}
        try:
            self._play(game)
        except BaseException:
            # An opponent failed: the seat is asked again, and nobody answers in the opponent's place.
            answered = [seat for seat, _ in game.answers]
            for _ in range(answered[::-1].index(self.seat) + 1):
                game.pop()
            raise
        settlement = game.settlement
        points = 0.0 if settlement is None else float(settlement.payments[self.seat])
        shown = self._see(game)
        if self.render_mode == "human":
            self.render()
        return shown, points, settlement is not None, False, {}

    def action_masks(self) -> NDArray[np.bool_]:
        """Give the mask of what may be answered now: ``(128,)`` bool."""
        return self._legal.legal.astype(np.bool_)

    def view(self) -> View:
        """Give what the seat sees now."""
        return self._dealt().view(self.seat)

    def render(self) -> str | None:  # type: ignore[override] # A text, which Gymnasium's types do not foresee.
        """Give or print the table as the seat sees it; nothing without a render mode."""
        if self.render_mode is None:
            return None
        text = table_text(self.view())
        if self.render_mode == "ansi":
            return text
        print(text, end="\n\n")
        return None

    def close(self) -> None:
        """Do nothing: there is nothing to be closed."""

    def __getstate__(self) -> dict[str, Any]:
        # The bots are made again: what they have drawn by lot so far, they draw again.
        return {**self.__dict__, "_players": []}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if self._game is None:
            return
        self._players = [self._player(seat) for seat in range(self.rules.seats)]
        again = self._game.copy()
        for _ in self._game.answers:
            again.pop()
        for seat, answer in self._game.answers:
            if seat != self.seat and isinstance(self._opponents[seat], str):
                self._players[seat](again.view(seat))
            again.push(answer)

    def _dealt(self) -> Game:
        if self._game is None:
            raise RuntimeError("no round yet, expected a reset first")
        return self._game

    def _player(self, seat: int) -> Callable[[View], Action | str | int]:
        opponent = self._opponents[seat]
        if isinstance(opponent, str):
            seed = self._deals.seed
            assert seed is not None
            opponent = Bot(opponent, self.rules, seed=seed, index=self._deals.episode, seat=seat)
        return opponent if callable(opponent) else opponent.act

    def _play(self, game: Game) -> None:
        """Let the opponents play until the seat is asked or the round is over."""
        while (seat := game.current_seat) not in (None, self.seat):
            assert seat is not None
            game.push(self._players[seat](game.view(seat)))

    def _see(self, game: Game) -> Seen:
        shown = seen(game.view(self.seat), packed=self.packed)
        self._legal.legal[:] = shown["action_mask"]
        return shown


def _at_the_table(
    opponents: _Opponent | Sequence[_Opponent], seat: int, rules: Ruleset
) -> list[_Opponent]:
    """Give who plays each seat, in seat order; what stands at the played seat is not used."""
    seats = rules.seats
    # A seat that there is not, and a name that no bot has, are refused in the words of the bots.
    Bot("random", rules, seed=0, seat=seat)
    if isinstance(opponents, Sequence) and not isinstance(opponents, str):
        others = list(opponents)
        if len(others) != seats - 1:
            context = {"found": len(others), "expected": seats - 1}
            message = f"{len(others)} opponents, expected {seats - 1}"
            raise ParseError(message, "agents_count", context)
    else:
        others = [opponents] * (seats - 1)
    for opponent in others:
        if isinstance(opponent, str):
            Bot(opponent, rules, seed=0, seat=0)
        elif not callable(opponent) and not hasattr(opponent, "act"):
            found = type(opponent).__name__
            raise TypeError(f"expected a name, an object with act or a function, found {found}")
    table = dict(zip(((seat + step) % seats for step in range(1, seats)), others, strict=True))
    return [table.get(place, "random") for place in range(seats)]


class PaohuziVectorEnv(gymnasium.vector.VectorEnv[Seen, NDArray[np.int64], Seen]):
    """Many rounds at once for Gymnasium: what `PaohuziEnv` plays one by one, stepping in Rust.

    It gives what Gymnasium's own ``SyncVectorEnv`` of such environments gives, final observations included, in all
    three autoreset modes. Sub-environment k of ``reset(seed=s)`` has the seed s + k.

    Parameters
    ----------
    num_envs
        How many rounds are played at once.
    rules, seat, packed
        As for `PaohuziEnv`.
    opponents
        Names of bots, in turn order from the next seat on, or one for all seats.
    autoreset_mode
        What happens with rounds that are over; see `paohuzi.envs.VectorEnv`.
    threads
        How many threads play.
    copy
        Whether each step gives new arrays; else the same ones are written again.

    Examples
    --------
    >>> envs = PaohuziVectorEnv(8, opponents="random", autoreset_mode=AutoresetMode.SAME_STEP)
    >>> seen, _ = envs.reset(seed=1)
    >>> for step in range(50):
    ...     seen, rewards, terminations, truncations, infos = envs.step(envs.sample(step))
    >>> seen["observation"].shape, seen["action_mask"].shape, rewards.shape
    ((8, 3992), (8, 128), (8,))
    """

    def __init__(
        self,
        num_envs: int = 1,
        rules: Ruleset | None = None,
        *,
        seat: int = 0,
        opponents: str | Sequence[str] = "greedy",
        packed: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int | None = None,
        copy: bool = True,
        render_mode: None = None,
    ) -> None:
        del render_mode  # There is nothing to be seen of many rounds at once.
        rules = Deals(rules).rules
        agents: list[str | None] = [str(name) for name in _at_the_table(opponents, seat, rules)]
        agents[seat] = None
        mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": mode}
        self.num_envs = num_envs
        self.seat = seat
        self.copy = copy
        self.env = VectorEnv(
            num_envs,
            rules,
            agents=agents,
            autoreset=mode.value,
            threads=threads,
            packed=packed,
        )
        self.single_observation_space = seen_space(packed)
        self.single_action_space = spaces.Discrete(ACTION_SPACE_SIZE)
        batch = gymnasium.vector.utils.batch_space
        self.observation_space = batch(self.single_observation_space, num_envs)
        self.action_space = batch(self.single_action_space, num_envs)
        self._is_dealt = False

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Seen, dict[str, Any]]:
        """Deal rounds.

        Parameters
        ----------
        seed
            A number s for the seeds s, s + 1 and so on, or a seed for each sub-environment, which goes on to its next
            round without one.
        options
            With ``reset_mask``, an array of bool: only these sub-environments.

        Raises
        ------
        ParseError
            A number that is no seed, not one a sub-environment, or a mask of another type or shape.
        """
        which = None if options is None else options.get("reset_mask")
        if seed is None and self._is_dealt:
            return self._seen(self.env.reset(which=which)), {}
        # Without a seed a sub-environment goes on to its next round, or begins with a seed of chance.
        chance = np.random.SeedSequence().generate_state(self.num_envs, np.uint64).tolist()
        seeds: int | list[int]
        if seed is None:
            seeds = chance
        elif isinstance(seed, Sequence):
            if len(seed) != self.num_envs:
                found, expected = len(seed), self.num_envs
                context = {"name": "seed", "found": found, "expected": expected}
                message = f"seed of length {found}, expected {expected}"
                raise ParseError(message, "array_length", context)
            if self._is_dealt and None in seed:
                meant = np.ones(self.num_envs, np.bool_) if which is None else np.asarray(which)
                has_seed = np.array([each is not None for each in seed])
                self.env.reset(which=meant & ~has_seed)
                which = meant & has_seed
            seeds = [
                other if each is None else each for each, other in zip(seed, chance, strict=True)
            ]
        else:
            seeds = seed
        arrays = self.env.reset(seeds=seeds, which=which)
        self._is_dealt = True
        return self._seen(arrays), {}

    def step(  # type: ignore[override] # Gymnasium's type for arrays is that of observations.
        self, actions: NDArray[np.int64]
    ) -> tuple[Seen, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Answer for the seat in every round.

        Parameters
        ----------
        actions
            ``(num_envs,)``, the number of an action for each.

        Raises
        ------
        IllegalActionError
            An action that is not legal in its round; nothing is changed in any round then.
        """
        arrays = self.env.step(actions)
        infos: dict[str, Any] = {}
        same_step = self.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
        if same_step and arrays.terminations.any():
            infos = self._final(arrays)
        return (
            self._seen(arrays),
            arrays.rewards[:, self.seat].copy(),
            arrays.terminations.copy(),
            np.zeros(self.num_envs, np.bool_),
            infos,
        )

    def sample(self, seed: int) -> NDArray[np.int64]:
        """Give a random legal action for each round; see `paohuzi.envs.VectorEnv.sample`.

        Parameters
        ----------
        seed
            A number.
        """
        return self.env.sample(seed)

    def close_extras(self, **kwargs: object) -> None:
        """Do nothing: there is nothing to be closed."""

    def _seen(self, arrays: Arrays) -> Seen:
        observations: Floats | Packed = arrays.observations
        masks = arrays.masks
        if self.copy:
            observations, masks = observations.copy(), masks.copy()
        return {"observation": observations, "action_mask": masks}

    def _final(self, arrays: Arrays) -> dict[str, Any]:
        """Give the ends of rounds as Gymnasium does: an array of objects, with the places that count."""
        ended = arrays.terminations.copy()
        final = np.full(self.num_envs, None, object)
        mask = np.zeros(ACTION_SPACE_SIZE, np.int8)
        mask[0] = 1
        for slot, ends in zip(self.env.ended, self.env.final_observations(), strict=True):
            final[slot] = {"observation": ends[self.seat], "action_mask": mask.copy()}
        return {
            "final_obs": final,
            "_final_obs": ended,
            "final_info": {},
            "_final_info": ended.copy(),
        }


gymnasium.register(
    id=ID,
    entry_point="paohuzi.envs.gymnasium:PaohuziEnv",
    vector_entry_point="paohuzi.envs.gymnasium:PaohuziVectorEnv",
)
