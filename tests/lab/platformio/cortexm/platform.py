# SPDX-License-Identifier: MIT
"""PlatformIO requires a class named after the platform's folder."""

from platformio.public import PlatformBase


class Ststm32Platform(PlatformBase):
    pass


class RaspberrypiPlatform(PlatformBase):
    pass
