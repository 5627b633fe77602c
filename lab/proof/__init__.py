# SPDX-License-Identifier: MIT
"""Proofs: a function of a program computes its specification for all inputs, and its path depends on none of them.

Programs run on symbolic data (machines.py, proof.c), the specification is spec/ on symbolic numbers
(symbolic.py), and both meet in one graph of bits (core.py, graph.h).  It knows no target's clock and no report."""
