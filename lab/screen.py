# SPDX-License-Identifier: MIT
"""Rich's console, whose own control sequences are the only ones that reach the terminal: names, notes and messages of
others are shown as lab/text.py makes them printable."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.errors import MarkupError
from rich.segment import Segment
from rich.text import Text

from .text import printable


class Unchanged:
    """A standard stream as Rich writes to it: lab/commands/streams.py lets its sequences through."""

    def __init__(self, stream: Any):
        self.stream = stream
        self.write = getattr(stream, "write_unchanged", stream.write)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


class Screen(Console):
    def __init__(self, stderr: bool = False, **more: Any):
        file: Any = Unchanged(sys.stderr if stderr else sys.stdout)
        super().__init__(**({"file": file, "stderr": stderr} | more))

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else printable(text), style, control)

    def render_str(self, text: str, **how: Any) -> Text:
        """Brackets of others may look like Rich's markup, and be wrong."""
        try:
            return super().render_str(text, **how)
        except MarkupError:
            return super().render_str(text, **(how | {"markup": False}))
