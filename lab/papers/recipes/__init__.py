# SPDX-License-Identifier: MIT
"""How a paper's figures are measured here.  A recipe takes a paper and the terms of its expressions and gives rows."""

from .measured import Measured
from .rows import Recipe as Rows
from .sketch import Recipe as Sketch

RECIPES: dict[str, type[Rows] | type[Sketch]] = {"rows": Rows, "sketch": Sketch}

__all__ = ["RECIPES", "Measured", "Rows", "Sketch"]
