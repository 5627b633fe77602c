# SPDX-License-Identifier: MIT
"""Boards that are there: how they are recognized, how a program gets onto one, and what it says."""
