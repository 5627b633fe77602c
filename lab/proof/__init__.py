# SPDX-License-Identifier: MIT
"""Equivalence checking: a compiled function computes its specification for all inputs, in constant time.

The program is executed symbolically (machines.py, proof.c), the specification runs on symbolic numbers (symbolic.py),
and both are compared in one AND-XOR graph (core.py, graph.h).  Independent of targets' clocks and of reports."""
