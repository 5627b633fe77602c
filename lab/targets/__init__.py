"""The machines.  A target knows no cipher; adding one is a module here and a folder in lab/boards."""

from .hifive1 import HiFive1
from .host import Host
from .pi4 import Pi4
from .uno import Uno

TARGETS = {target.name: target for target in (Uno, HiFive1, Pi4, Host)}
