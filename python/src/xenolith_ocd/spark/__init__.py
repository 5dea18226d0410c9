"""Xenolith on Apache Spark: models of any machine score rows where they live, with the same bits."""

from .errors import one_line
from .model import XenolithModel

__all__ = ["XenolithModel", "one_line"]
