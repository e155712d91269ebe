"""Settings of the tests."""

from hypothesis import settings

# No test depends on the time that something takes.
settings.register_profile("paohuzi", deadline=None, print_blob=True)
settings.load_profile("paohuzi")
