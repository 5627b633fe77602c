# SPDX-License-Identifier: MIT
"""Programs in qemu's user mode, and a plugin that counts and traces their windows."""
