# SPDX-License-Identifier: MIT
"""What there is to measure, and which of it is asked for."""
