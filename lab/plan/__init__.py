# SPDX-License-Identifier: MIT
"""What can be measured, and the selection to measure."""
