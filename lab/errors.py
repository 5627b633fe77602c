"""Errors that a user can act on: one sentence that says what is wrong, one that says what to do."""


class LabError(Exception):
    """Ends the command with exit code 2 and its text."""


class BuildError(Exception):
    """An implementation that does not build for a target; its row says so and the run goes on."""


class DoesNotFit(BuildError):
    """A program that is larger than the board's memory."""


class RunError(Exception):
    """A program that crashed, hung or broke the protocol; its row says so and the run goes on."""
