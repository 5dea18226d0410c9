"""Open category detection with a promise.

A *nominal* sample is clean; a *mixture* is unlabelled, with a share ``alpha`` of *aliens*. Train a detector, choose an alarm
threshold, and get a certificate: with this confidence, at least this share of all aliens raises an alarm.
"""

from .certificate import Certificate
from .detector import OpenCategoryDetector
from .errors import NodeError, NotCertifiable, XenolithError, XenolithWarning
from .functions import alpha, plan, threshold

__all__ = [
    "Certificate",
    "NodeError",
    "NotCertifiable",
    "OpenCategoryDetector",
    "XenolithError",
    "XenolithWarning",
    "alpha",
    "plan",
    "threshold",
]
__version__ = "0.1.0"
