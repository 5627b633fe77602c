"""PlatformIO asks for a class of this name."""

from platformio.public import PlatformBase


class AtmelavrPlatform(PlatformBase):
    pass
