"""Client for Waymark: ask which tool and model to use, report how it went."""

from .client import Waymark
from .transport import WaymarkError
from .wrap import Work, with_waymark

__all__ = ["Waymark", "WaymarkError", "Work", "with_waymark"]
