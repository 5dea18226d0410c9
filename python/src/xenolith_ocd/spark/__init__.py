"""Xenolith on Apache Spark: models are fitted, and score, where the rows live, with the same bits as on one machine."""

from .errors import one_line
from .fit import fit
from .model import XenolithModel
from .threshold import threshold
from .watch import Watch

__all__ = ["Watch", "XenolithModel", "fit", "one_line", "threshold"]
