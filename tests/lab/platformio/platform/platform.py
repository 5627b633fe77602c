# SPDX-License-Identifier: MIT
"""PlatformIO asks for a class of this name."""

from platformio.public import PlatformBase


class AtmelavrPlatform(PlatformBase):
    pass
