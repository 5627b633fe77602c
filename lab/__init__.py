# SPDX-License-Identifier: MIT
"""The lab: verifies and measures every kernel, on boards real and simulated.

The way through: plan -> build -> run -> row -> store -> views.
docs/explanation/architecture.md says what each stage takes and gives."""
