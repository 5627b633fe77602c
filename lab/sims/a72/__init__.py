# SPDX-License-Identifier: MIT
"""The Cortex-A72 without a board: traces from qemu-aarch64, cycles from two models of the pipeline."""
