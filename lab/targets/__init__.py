"""The machines.  A target knows no cipher; adding one is a module here and a folder in lab/boards."""

from .host import Host
from .pi4 import Pi4
from .uno import Uno

TARGETS = {target.name: target for target in (Uno, Pi4, Host)}
