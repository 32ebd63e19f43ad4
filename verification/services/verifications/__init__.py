"""What programs want verified: asked for, worked out, reviewed and answered."""

from verification.services.verifications.lifecycle import request_verification

__all__ = [
    "request_verification",
]
