"""The referee's page: answer, correct, undo."""

from __future__ import annotations

from flask import Blueprint, render_template

from web.parts import parts

PAGE = Blueprint("console", __name__)


@PAGE.get("/console")
def show() -> str:
    """The referee's console."""
    return render_template(
        "console.html",
        simulated=parts().simulation is not None,
        begins=parts().lobby is not None,
        rereads=parts().pictures is not None,
    )
