# SPDX-License-Identifier: MIT
"""What people see of rows: tables, the report, the README's picture, advice, packages."""
