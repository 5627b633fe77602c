# SPDX-License-Identifier: MIT
"""PlatformIO requires a class of this name."""

from platformio.public import PlatformBase


class AtmelavrPlatform(PlatformBase):
    pass
