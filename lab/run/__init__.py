# SPDX-License-Identifier: MIT
"""Building and running everything in a plan: programs become rows; what failed becomes a row, too."""
