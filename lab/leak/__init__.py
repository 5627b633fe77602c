# SPDX-License-Identifier: MIT
"""Exact check of machine code on Boolean shares: does a bit, or a bit before and after an instruction, depend on
secrets?  docs/explanation/leakage.md explains the method, circuit.h, decide.h and uniform.h are its core."""
