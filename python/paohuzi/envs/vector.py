"""Many rounds at once, stepping in Rust into numpy arrays."""

from collections.abc import Iterable, Sequence
from operator import index
from typing import Literal, NamedTuple, Self, SupportsIndex

from paohuzi._core import ACTION_SPACE_SIZE, OBS_BYTES, OBS_SIZE, Ruleset, VectorRounds, View
from paohuzi.envs.missing import needs
from paohuzi.envs.observation import Floats, Packed
from paohuzi.errors import ParseError

with needs("rl"):
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Arrays", "VectorEnv"]


class Arrays(NamedTuple):
    """What a reset or a step gives, one entry a slot; also the arrays that are given to be written.

    Examples
    --------
    >>> arrays = Arrays.empty(8, seats=3)
    >>> arrays.observations.shape, arrays.masks.shape, arrays.rewards.shape
    ((8, 3992), (8, 128), (8, 3))
    """

    observations: Floats | Packed
    """``(slots, OBS_SIZE)`` float32, or packed ``(slots, OBS_BYTES)`` uint8: what the seat sees that is asked; where
    the round is over, what the seat sees that answered last."""
    masks: NDArray[np.int8]
    """``(slots, 128)`` int8, 1 for each action that may be played. Where the round is over only pass (0), which is not
    played, so that no mask is empty."""
    seats: NDArray[np.int8]
    """``(slots,)`` int8: the seat that is asked, -1 where the round is over."""
    rewards: NDArray[np.float64]
    """``(slots, seats)`` float64: the points of every seat for a round that ended in this step, else 0."""
    terminations: NDArray[np.bool_]
    """``(slots,)`` bool: whether a round ended in this step."""

    def copy(self) -> Self:
        """Give arrays of their own with the same content."""
        return type(self)(
            self.observations.copy(),
            self.masks.copy(),
            self.seats.copy(),
            self.rewards.copy(),
            self.terminations.copy(),
        )

    @classmethod
    def empty(cls, slots: int, *, seats: int, packed: bool = False) -> Self:
        """Make arrays for so many slots.

        Parameters
        ----------
        slots
            How many slots.
        seats
            Seats of the table.
        packed
            Whether observations are packed.
        """
        floats, bits = (slots, OBS_SIZE), (slots, OBS_BYTES)
        return cls(
            np.zeros(bits, np.uint8) if packed else np.zeros(floats, np.float32),
            np.zeros((slots, ACTION_SPACE_SIZE), np.int8),
            np.zeros(slots, np.int8),
            np.zeros((slots, seats), np.float64),
            np.zeros(slots, np.bool_),
        )


class VectorEnv:
    """Many rounds at once, each in its slot; all of them take one action in each step.

    Round e of a slot with seed s is round e of a simulation with seed s: it has the deck ``Deck.shuffled(s, e)`` and
    the dealer e modulo the seats. So it depends on the slot's seed and on e alone, neither on the other slots nor on
    the threads. Rounds in which the caller is never asked are passed over.

    The seats without an agent are the caller's: each step is an answer of the seat that ``seats`` names. Seats are
    asked one at a time, in the order of their claims.

    What happens with a round that is over is named as in Gymnasium. ``NextStep``: the step in which it ends shows its
    end, and the next step ignores the action and deals the next round. ``SameStep``: the next round is dealt at once,
    and `final_observations` gives the end. ``Disabled``: `reset` has to be called for the slot before the next step.

    Parameters
    ----------
    slots
        How many rounds are played at once.
    rules
        The ruleset of all slots; ``quanmingtang`` where there is none.
    seeds
        A seed for each slot, or one number s: slot k then has the seed s + k.
    agents
        Who plays each seat: a name of `paohuzi.agents.names`, or None for the caller, who plays all seats by default.
    autoreset
        What happens with rounds that are over.
    threads
        How many threads play; where it is not said, the environment variable ``PAOHUZI_NUM_THREADS`` says it, else it
        is one.
    packed
        Whether observations are the bits of bytes and not float32; where it is not said, as the arrays that are given
        have them, else float32.
    arrays
        C-contiguous arrays that each reset and step writes and returns, of the shapes and types of `Arrays`; own ones
        where there are none. Masks may be of int8, uint8 or bool, or packed, ``(slots, 16)``, as observations are.
        They are overwritten by the next step: copy what is to last.

    Raises
    ------
    ParseError
        A name or number that is none, not one agent a seat, no seat for the caller, not one seed a slot; or an array of
        another type or shape, that cannot be written, is not contiguous or shares memory with another.

    Examples
    --------
    >>> env = VectorEnv(16, seeds=1, autoreset="SameStep")
    >>> arrays = env.reset()
    >>> points = np.zeros(3)
    >>> for step in range(100):
    ...     arrays = env.step(env.sample(step))
    ...     points += arrays.rewards.sum(axis=0)
    >>> env.episodes.min() > 0, float(points.sum())
    (np.True_, 0.0)
    """

    def __init__(
        self,
        slots: int,
        rules: Ruleset | None = None,
        *,
        seeds: SupportsIndex | Iterable[SupportsIndex] = 0,
        agents: Sequence[str | None] | None = None,
        autoreset: Literal["NextStep", "SameStep", "Disabled"] = "NextStep",
        threads: int | None = None,
        packed: bool | None = None,
        arrays: Arrays | None = None,
    ) -> None:
        self._rounds = VectorRounds(
            rules,
            seeds=_seeds(seeds, slots),
            agents=agents,
            autoreset=autoreset,
            threads=threads,
        )
        if len(self._rounds) != slots:
            found = len(self._rounds)
            context = {"name": "seeds", "found": found, "expected": slots}
            raise ParseError(f"seeds of length {found}, expected {slots}", "array_length", context)
        if arrays is None:
            arrays = Arrays.empty(slots, seats=self.rules.seats, packed=bool(packed))
        self._rounds.check(*arrays)
        self._arrays = arrays
        if packed not in (None, self.packed):
            dtype = str(arrays.observations.dtype)
            message = f"packed={packed} beside observations of {dtype}, expected one or the other"
            raise ParseError(message, "array_dtype", {"name": "observations", "found": dtype})

    @property
    def rules(self) -> Ruleset:
        """The ruleset of all slots."""
        return self._rounds.rules

    @property
    def agents(self) -> tuple[str | None, ...]:
        """Who plays each seat."""
        return self._rounds.agents

    @property
    def autoreset(self) -> str:
        """What happens with rounds that are over."""
        return self._rounds.autoreset

    @property
    def threads(self) -> int:
        """How many threads play."""
        return self._rounds.threads

    @property
    def packed(self) -> bool:
        """Whether observations are the bits of bytes."""
        return self._arrays.observations.dtype == np.uint8

    @property
    def arrays(self) -> Arrays:
        """What the last reset or step gave."""
        return self._arrays

    @property
    def seeds(self) -> NDArray[np.uint64]:
        """The seed of each slot: ``(slots,)`` uint64."""
        return np.array(self._rounds.seeds(), np.uint64)

    @property
    def episodes(self) -> NDArray[np.uint64]:
        """The index of the round in each slot: ``(slots,)`` uint64."""
        return np.array(self._rounds.episodes(), np.uint64)

    @property
    def ended(self) -> NDArray[np.int64]:
        """The slots in which a round ended in the last step, ascending."""
        return np.array(self._rounds.ended(), np.int64)

    def __len__(self) -> int:
        return len(self._rounds)

    def __eq__(self, other: object) -> bool:
        return self._rounds == other._rounds if isinstance(other, VectorEnv) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<VectorEnv of {self.rules.name}: {len(self)} slots>"

    def reset(
        self,
        *,
        seeds: SupportsIndex | Iterable[SupportsIndex] | None = None,
        which: ArrayLike | None = None,
    ) -> Arrays:
        """Deal rounds and show all slots.

        A slot goes on to its next round; with seeds it begins with round 0 of its seed.

        Parameters
        ----------
        seeds
            A seed for each slot, or one number s for the seeds s, s + 1 and so on.
        which
            Which slots: ``(slots,)`` bool. All of them where it is not said.

        Raises
        ------
        ParseError
            A number that is no seed, not one seed a slot, or an array of another type or shape.
        IllegalActionError
            A slot that is left out and has no round yet.
        """
        self._rounds.reset(
            *self._arrays,
            seeds=None if seeds is None else _seeds(seeds, len(self)),
            which=None if which is None else np.ascontiguousarray(which),
        )
        return self._arrays

    def step(self, actions: ArrayLike) -> Arrays:
        """Play one action in each slot, and what the agents answer to it.

        Parameters
        ----------
        actions
            ``(slots,)``, an action's number for each slot.

        Raises
        ------
        IllegalActionError
            An action that is not legal in its slot, which the error names; nothing is changed in any slot then.
        ParseError
            An array of another shape, or of other things than whole numbers.
        """
        numbers = np.ascontiguousarray(actions)
        # Whole numbers only: 2.5 and True are no actions, and must not become some.
        if numbers.dtype.kind in "iu" and numbers.dtype != np.int64:
            numbers = numbers.astype(np.int64)
        self._rounds.step(numbers, *self._arrays)
        return self._arrays

    def final_observations(self, slots: Iterable[SupportsIndex] | None = None) -> Floats | Packed:
        """Give what every seat saw at the end of the rounds that ended in the last step.

        Parameters
        ----------
        slots
            Slots in which a round ended; all such slots, `ended`, where it is not said.

        Returns
        -------
        :
            ``(slots, seats, OBS_SIZE)`` float32, or packed ``(slots, seats, OBS_BYTES)`` uint8.

        Raises
        ------
        IllegalActionError
            A slot in which no round ended.
        ParseError
            A slot that there is not.

        Examples
        --------
        >>> env = VectorEnv(8, seeds=1, autoreset="SameStep")
        >>> arrays = env.reset()
        >>> while not arrays.terminations.any():
        ...     arrays = env.step(env.sample(1))
        >>> env.final_observations().shape == (len(env.ended), 3, OBS_SIZE)
        True
        """
        chosen = self._rounds.ended() if slots is None else [index(slot) for slot in slots]
        like = self._arrays.observations
        out = np.empty((len(chosen), self.rules.seats, like.shape[1]), like.dtype)
        self._rounds.final_observations(chosen, out)
        return out

    def sample(self, seed: int) -> NDArray[np.int64]:
        """Give a random legal action for each slot, 0 where the round is over: ``(slots,)`` int64.

        Parameters
        ----------
        seed
            A number; with it the same positions of the same rounds give the same actions.
        """
        out = np.empty(len(self), np.int64)
        self._rounds.sample(out, seed=seed)
        return out

    def view(self, slot: int, seat: int | None = None) -> View:
        """Give what a seat sees in a slot; by default the seat that is asked there.

        Parameters
        ----------
        slot
            The slot.
        seat
            The seat.
        """
        return self._rounds.view(slot, seat)

    def copy(self) -> Self:
        """Give an environment of its own that goes on alike; `copy.copy` and `copy.deepcopy` give the same."""
        twin = object.__new__(type(self))
        twin._rounds = self._rounds.copy()
        twin._arrays = self._arrays.copy()
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def close(self) -> None:
        """Do nothing: there is nothing to be closed."""


def _seeds(seeds: SupportsIndex | Iterable[SupportsIndex], slots: int) -> Iterable[SupportsIndex]:
    if isinstance(seeds, Iterable):
        return seeds
    # True is a number to Python; as a seed it is a mistake, which is refused where each seed is.
    return (seeds,) if isinstance(seeds, bool) else range(index(seeds), index(seeds) + slots)
