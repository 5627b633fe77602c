# SPDX-License-Identifier: MIT
"""Validation requests of NIST's CAVP and of KCMVP: read, answered by the library on a target, written as responses."""
