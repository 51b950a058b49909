"""Verification of webhook messages, signed after Standard Webhooks 1.0.0."""

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import Any, Optional

TOLERANCE_SECONDS = 300


class WebhookRefused(Exception):
    """A webhook message that is not from the installation, or too old."""


def verify_webhook(
    body: bytes, headers: Mapping[str, str], secret: str, now: Optional[float] = None
) -> dict[str, Any]:
    """Returns the message; raises WebhookRefused. ``body`` is as it arrived. Whoever must not
    handle a message twice keeps its ``webhook-id``."""
    found = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp, signatures = (
        found.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature")
    )
    if not message_id or not timestamp.isdigit() or not signatures:
        raise WebhookRefused("its headers are missing")
    if abs((time.time() if now is None else now) - int(timestamp)) > TOLERANCE_SECONDS:
        raise WebhookRefused("its time is too far from now")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = b".".join((message_id.encode(), timestamp.encode(), body))
    wanted = hmac.new(key, signed, hashlib.sha256).digest()
    for signature in signatures.split(" "):
        version, _, text = signature.partition(",")
        if version == "v1" and hmac.compare_digest(_decoded(text), wanted):
            return json.loads(body)
    raise WebhookRefused("its signature is wrong")


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""
