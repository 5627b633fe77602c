# SPDX-License-Identifier: MIT
"""Recipes measure the terms of a paper's expressions as rows."""

from .measured import Measured
from .rows import Recipe as Rows
from .sketch import Recipe as Sketch

RECIPES: dict[str, type[Rows] | type[Sketch]] = {"rows": Rows, "sketch": Sketch}

__all__ = ["RECIPES", "Measured", "Rows", "Sketch"]
