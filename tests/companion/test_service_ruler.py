"""The ruler of a running table: a simulated pitch that is measured, and a bump on request."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.service import Service
from companion.settings import Settings
from companion.vocabulary import JSON
from tests.companion.test_service import Client
from tests.web.house import until

LIMIT_S = 120.0


def test_a_simulated_table_measures_its_pitch_and_notices_the_bump(tmp_path: Path) -> None:
    service = Service(Settings(tmp_path, game="tooor", host="127.0.0.1", port=0, simulate=True))
    try:
        client = Client(service.address.rstrip("/"), service.pin)
        until(lambda: len(client.get("/api/ruler")["pieces"]) == 8, LIMIT_S)
        told = client.get("/api/ruler")
        assert (told["simulated"], told["free"], told["code"]) == (True, True, "")
        a, b = (piece["number"] for piece in told["pieces"][:2])
        client.post("/api/ruler/ask", tool="distance", a=a, b=b)
        answers: list[JSON] = []
        until(lambda: answers.append(client.get("/api/ruler")["answer"]) or answers[-1], LIMIT_S)
        assert float(answers[-1]["label"]["en"].split("″")[0]) == pytest.approx((206.2 - 36) / 25.4, abs=0.1)
        until(lambda: client.get("/api/ruler")["standing"] == "steady", LIMIT_S)
        client.post("/api/simulation/misbehave", fault="pitch_bumped")
        until(lambda: client.get("/api/ruler")["code"] == "moved", LIMIT_S)
        assert client.get("/api/board")["devices"]["ruler"]["ok"] is False
        assert client.get("/api/board")["prompts"], "the match goes on"
    finally:
        service.close()
