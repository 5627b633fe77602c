# SPDX-License-Identifier: MIT
"""The lab: verifies and measures every kernel, on real and simulated boards.

The stages: plan -> build -> run -> rows -> store -> views. docs/explanation/architecture.md describes what each takes
and returns."""
