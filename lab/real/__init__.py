# SPDX-License-Identifier: MIT
"""Real boards: recognizing them, flashing programs, reading their output."""
