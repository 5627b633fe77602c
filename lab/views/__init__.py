# SPDX-License-Identifier: MIT
"""Presentation of rows: tables, the report, the README's picture, advice."""
