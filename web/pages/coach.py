"""A coach's phone: what is asked of his side, and nothing that he may not know. It can be installed."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Response, current_app, jsonify, render_template
from flask.typing import ResponseReturnValue

from web.language import language, word
from web.parts import parts

PAGE = Blueprint("coach", __name__)


@PAGE.get("/coach")
def show() -> str:
    """The phone of whoever has a coach's seat."""
    return render_template("coach.html", simulated=parts().simulation is not None, rereads=parts().pictures is not None)


@PAGE.get("/manifest.webmanifest")
def manifest() -> ResponseReturnValue:
    """What a phone needs to know to install the coach's page."""
    icons = [
        {"src": "/static/icon.svg", "sizes": "any", "type": "image/svg+xml"},
        {"src": "/static/icon-192.png", "sizes": "192x192", "type": "image/png"},
        {"src": "/static/icon-512.png", "sizes": "512x512", "type": "image/png", "purpose": "any maskable"},
    ]
    told = jsonify(
        id="/coach",
        name=f"Touchline · {word('coach')}",
        short_name="Touchline",
        start_url="/coach",
        scope="/",
        display="standalone",
        background_color="#07120c",
        theme_color="#07120c",
        lang=language(),
        icons=icons,
    )
    told.mimetype = "application/manifest+json"
    return told


@PAGE.get("/sw.js")
def worker() -> Response:
    """The service worker: it keeps the coach's page for when the line is lost. From here it may serve every path."""
    script = Path(current_app.static_folder or "", "js", "worker.js").read_text(encoding="utf-8")
    return Response(script, mimetype="text/javascript", headers={"Cache-Control": "no-cache"})
