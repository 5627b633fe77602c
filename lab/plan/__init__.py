# SPDX-License-Identifier: MIT
"""What can be measured, and what is selected for a run."""
