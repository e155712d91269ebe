"""A round for PettingZoo: one seat is asked after the other.

`env` gives the environment with PettingZoo's usual checks around it, `raw_env` without. The agents are ``seat_0`` to
``seat_2`` (or ``seat_3``), numbered as the seats of the table. Who has to answer is the ``agent_selection``; claims on
a card are asked in the order of their strength, and no answer is shown before the card has gone somewhere. What being
asked tells a seat is said in docs/observations.md.
"""

from typing import Any, Final

from paohuzi._core import ACTION_SPACE_SIZE, Game, Ruleset
from paohuzi.envs.deals import Deals
from paohuzi.envs.missing import needs
from paohuzi.envs.seen import Seen, action_number, seen, seen_space
from paohuzi.envs.text import RENDER_MODES, check_render_mode, table_text

with needs("rl"):
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

__all__ = ["env", "raw_env"]

_NAME: Final = "paohuzi_v0"


def env(
    rules: Ruleset | None = None, *, packed: bool = False, render_mode: str | None = None
) -> AECEnv:
    """Give the environment with PettingZoo's checks of the order of calls and of the range of actions.

    An action that is not legal raises `IllegalActionError` and changes nothing. It does not end the round, as it does
    in some environments: to leave a lost round must not be a choice.

    Parameters
    ----------
    rules, packed, render_mode
        As for `raw_env`.

    Examples
    --------
    >>> table = env()
    >>> table.reset(seed=7)
    >>> for agent in table.agent_iter():
    ...     seen, reward, over, _, _ = table.last()
    ...     table.step(None if over else table.action_space(agent).sample(seen["action_mask"]))
    """
    table = raw_env(rules, packed=packed, render_mode=render_mode)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(table))


class raw_env(AECEnv):  # type: ignore[misc] # noqa: N801 - PettingZoo's name for it; it has no types.
    """One round after the other for PettingZoo.

    ``reset(seed=s)`` deals round 0 of the seed, each ``reset()`` after it the next one, in the way of simulations: the
    dealer goes round. Every agent sees a dict of ``observation`` and ``action_mask``. Rewards are the points of the
    settlement, given to all seats when the round ends.

    Parameters
    ----------
    rules
        The ruleset; ``quanmingtang`` where there is none.
    packed
        Whether observations are ``(OBS_BYTES,)`` uint8, bits, and not ``(OBS_SIZE,)`` float32.
    render_mode
        ``ansi``: `render` gives a text of the table as the asked seat sees it. ``human``: it is printed after each
        reset and step.

    Raises
    ------
    ParseError
        Another render mode.
    TypeError
        No ruleset.

    Examples
    --------
    >>> table = raw_env()
    >>> table.reset(seed=7)
    >>> table.agent_selection, sorted(table.observe("seat_0"))
    ('seat_0', ['action_mask', 'observation'])
    """

    metadata: Final[dict[str, Any]] = {
        "name": _NAME,
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        rules: Ruleset | None = None,
        *,
        packed: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_render_mode(render_mode)
        self._deals = Deals(rules)
        self.rules = self._deals.rules
        self.packed = packed
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.rules.seats)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: seen_space(packed) for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(ACTION_SPACE_SIZE) for agent in self.possible_agents
        }
        self._game: Game | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Give the space of what the agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Give the space of what the agent may answer: all action numbers."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a round.

        Parameters
        ----------
        seed
            The seed whose round 0 is dealt. Where there is none: the next round of the present seed, or a random one.
        options
            Not used.
        """
        del options
        if seed is not None:
            self._deals.begin(seed)
        elif self._deals.seed is None:
            self._deals.begin(int(np.random.SeedSequence().generate_state(1, np.uint64)[0]))
        game = self._deals.next()
        while (
            game.is_over
        ):  # Nobody could be asked anything: too rare to be seen, but not impossible.
            game = self._deals.next()
        self._game = game
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select(game)
        if self.render_mode == "human":
            self.render()

    def _select(self, game: Game) -> None:
        seat = game.current_seat
        self.agent_selection = self.agents[0 if seat is None else seat]

    def _dealt(self) -> Game:
        if self._game is None:
            raise RuntimeError("no round yet, expected a reset first")
        return self._game

    def observe(self, agent: str) -> Seen:
        """Give what the agent sees now, as new arrays."""
        return seen(self._dealt().view(self._seats[agent]), packed=self.packed)

    def step(self, action: int | None) -> None:
        """Take the answer of the selected agent.

        Parameters
        ----------
        action
            The number of an action; None once the agent is out.

        Raises
        ------
        IllegalActionError
            An action that is not legal; nothing is changed then.
        ParseError
            A number that no action has.
        TypeError
            No whole number, or none though the agent is asked.
        RuntimeError
            No round yet, or every agent is out.
        """
        game = self._dealt()
        if not self.agents:
            raise RuntimeError("the round is over and every agent is out, expected a reset")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise TypeError(f"no action of {agent}, which is asked")
        game.push(action_number(action))
        self._cumulative_rewards[agent] = 0
        settlement = game.settlement
        if settlement is None:
            self._clear_rewards()
        else:
            self.rewards = dict(zip(self.agents, settlement.payments, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        self._select(game)
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Give or print the table as the selected agent sees it; nothing without a render mode."""
        if self.render_mode is None or not self.agents:
            return "" if self.render_mode == "ansi" else None
        text = table_text(self._dealt().view(self._seats[self.agent_selection]))
        if self.render_mode == "ansi":
            return text
        print(text, end="\n\n")
        return None

    def close(self) -> None:
        """Do nothing: there is nothing to be closed."""
