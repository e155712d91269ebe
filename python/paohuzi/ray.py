"""Ray, https://www.ray.io, as an executor: it runs calls on the machines of a cluster."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, Final, ParamSpec, TypeVar

from paohuzi.processors import processors

__all__ = ["RayExecutor"]

P = ParamSpec("P")
T = TypeVar("T")
LOOPBACK: Final = "127.0.0.1"
RETRIES: Final = 10
"""How often a call is begun again whose worker died."""


class RayExecutor(Executor):
    """Runs calls as Ray tasks; one whose worker dies is begun again elsewhere.

    Parameters
    ----------
    address
        The cluster to connect to, where none is connected: ``"auto"``, or the address of its head. Without it that is
        the cluster which the environment variable ``RAY_ADDRESS`` names, as in a job of a cluster, or else one of this
        machine for the time of the executor, on as many processors as this process may use, reachable from this
        machine alone. The machines of a cluster must have this package.

    Raises
    ------
    ImportError
        Ray is not installed: it comes with ``pip install 'paohuzi[ray]'``.
    """

    def __init__(self, address: str | None = None) -> None:
        try:
            import ray
        except ModuleNotFoundError as error:
            message = "ray is not installed; it comes with: pip install 'paohuzi[ray]'"
            raise ImportError(message, name="ray") from error
        self._ray: Any = ray
        self._is_ours = not ray.is_initialized()
        if self._is_ours:
            address = address or os.environ.get("RAY_ADDRESS")
            if address is None:
                # Nothing of it is to leave the machine.
                os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
                ray.init(
                    address="local",
                    num_cpus=processors(),
                    include_dashboard=False,
                    log_to_driver=False,
                    _node_ip_address=LOOPBACK,
                )
            else:
                ray.init(address=address, log_to_driver=False)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Give the call away."""
        task = self._ray.remote(max_retries=RETRIES)(_call)
        future: Future[T] = task.remote(fn, args, kwargs).future()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the cluster, if it is that of this executor."""
        if self._is_ours:
            self._ray.shutdown()


def _call(fn: Callable[..., T], args: tuple[Any, ...], kwargs: dict[str, Any]) -> T:
    return fn(*args, **kwargs)
