"""Settings of the tests."""

import os

from hypothesis import settings

# No test depends on the time that something takes.
settings.register_profile(
    "paohuzi",
    deadline=None,
    max_examples=int(os.environ.get("PAOHUZI_EXAMPLES", "100")),
    print_blob=True,
)
settings.load_profile("paohuzi")
