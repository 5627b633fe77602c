# SPDX-License-Identifier: MIT
"""Programs in qemu's user mode, and a plugin of ours that counts and traces their windows."""
