"""Box files in the table's folder: the sample stays, a file is there as a whole, the former is kept, stale is told."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import pytest

from companion import boxshelf, games
from companion.boxshelf import BoxShelf
from companion.vocabulary import BoxError, BoxRefused
from companion.vocabulary.fields import spell


@pytest.fixture
def shelf(tmp_path: Path) -> BoxShelf:
    return BoxShelf(tmp_path / "boxes")


def lanterns() -> dict[str, object]:
    content: dict[str, object] = json.loads(json.dumps(games.boxes("takkure").sample().content))
    return content


def test_at_first_there_are_the_invented_samples(shelf: BoxShelf, tmp_path: Path) -> None:
    listed = shelf.listed()
    assert [(box["name"], box["sample"], box["mistakes"]) for box in listed] == [
        ("takkure.sample", True, 0),
        ("tooor.sample", True, 0),
    ]
    assert all("INVENTED" in box["notes"][0]["text"]["de"] for box in listed)
    opened = shelf.open("tooor.sample")
    assert (opened["game"], opened["sample"], opened["was"], opened["mistakes"]) == ("tooor", True, "", [])
    assert list(opened["content"]["teams"]) == ["orange", "green"]
    assert not (tmp_path / "boxes").exists(), "looking writes nothing"


@pytest.mark.parametrize("name", ["takkure.sample", "tooor.sample"])
def test_the_sample_is_not_overwritten(shelf: BoxShelf, name: str, tmp_path: Path) -> None:
    with pytest.raises(BoxError, match="the sample stays as it is"):
        shelf.keep_content(name, shelf.open(name)["content"], "")
    assert not (tmp_path / "boxes").exists()


def test_what_is_kept_is_a_copy_of_ones_own_and_still_says_that_it_is_invented(shelf: BoxShelf, tmp_path: Path) -> None:
    kept = shelf.keep_content("Füchse & Otter!", lanterns(), "")
    assert (kept["name"], kept["game"], kept["sample"], kept["mistakes"]) == ("füchse-otter", "takkure", False, [])
    assert "INVENTED" in kept["notes"][0]["text"]["en"]
    assert [path.name for path in (tmp_path / "boxes").iterdir()] == ["füchse-otter.yaml"]
    assert shelf.content("füchse-otter") == lanterns()
    assert [box["name"] for box in shelf.listed() if not box["sample"]] == ["füchse-otter"]


def test_the_former_file_lies_beside_the_new_one(shelf: BoxShelf, tmp_path: Path) -> None:
    first = shelf.keep("mine", spell(lanterns()), "")
    content = first["content"]
    content["teams"][0]["name"] = "Glowworms"
    second = shelf.keep_content("mine", content, first["was"])
    assert second["was"] != first["was"]
    assert (tmp_path / "boxes" / "mine.yaml.before").read_text(encoding="utf-8") == first["text"]
    assert "Glowworms" in (tmp_path / "boxes" / "mine.yaml").read_text(encoding="utf-8")


def test_comments_of_a_text_stay(shelf: BoxShelf) -> None:
    text = games.boxes("tooor").new()
    assert shelf.keep("mine", text, "")["text"] == text


def test_mistakes_keep_it_from_being_written(shelf: BoxShelf, tmp_path: Path) -> None:
    content = lanterns()
    content["teams"][0]["players"][0]["bdy"] = 13  # type: ignore[index]
    with pytest.raises(BoxError) as refused:
        shelf.keep_content("mine", content, "")
    (mistake,) = refused.value.mistakes
    assert (mistake.where, mistake.text.de) == (
        "teams[0].players[0].bdy",
        "eine ganze Zahl von 1 bis 12 ist nötig, gegeben: 13",
    )
    assert not (tmp_path / "boxes").exists()


def test_who_comes_second_is_told_and_overwrites_nothing(shelf: BoxShelf, tmp_path: Path) -> None:
    first = shelf.keep("mine", spell(lanterns()), "")
    with pytest.raises(BoxRefused) as refused:
        shelf.keep("mine", spell(lanterns()), "")
    assert "gibt es schon" in refused.value.text.de
    changed = spell({**lanterns(), "notice": "changed"})
    shelf.keep("mine", changed, first["was"])
    with pytest.raises(BoxRefused, match="changed by somebody else"):
        shelf.keep("mine", spell(lanterns()), first["was"])
    assert (tmp_path / "boxes" / "mine.yaml").read_text(encoding="utf-8") == changed


def test_a_full_disk_leaves_the_former_file_whole(
    shelf: BoxShelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = shelf.keep("mine", spell(lanterns()), "")

    def full(path: Path, text: str) -> None:
        path.with_name(path.name + ".new").write_text(text[:10], encoding="utf-8")
        raise OSError("no room left on the disk")

    monkeypatch.setattr(boxshelf, "write_text", full)
    with pytest.raises(OSError, match="no room left"):
        shelf.keep("mine", spell({**lanterns(), "notice": "changed"}), first["was"])
    assert shelf.open("mine")["text"] == first["text"]
    assert [box["name"] for box in shelf.listed() if not box["sample"]] == ["mine"]


@pytest.mark.parametrize(
    ("raw", "line", "where", "content"),
    [
        (b"format: takkure-box/1\nteams: [\n", 2, "", False),
        (b"format: takkure-box/1\nteams: []\nplays: {individual: [], team: []}\n", 2, "teams", True),
        (b"nothing\n", 1, "", False),
        (b"", 1, "", False),
        (b"box: tooor\nschema: \xff\n", 2, "", False),
    ],
)
def test_a_broken_file_is_shown_with_line_and_field(
    shelf: BoxShelf, tmp_path: Path, raw: bytes, line: int, where: str, content: bool
) -> None:
    (tmp_path / "boxes").mkdir()
    (tmp_path / "boxes" / "My Box.yaml").write_bytes(raw)
    opened = shelf.open("My Box")
    assert opened["mistakes"][0] | {"text": ""} == {"where": where, "line": line, "text": ""}
    assert (opened["content"] is not None) == content
    listed = next(box for box in shelf.listed() if box["name"] == "My Box")
    assert listed["mistakes"] == len(opened["mistakes"]) > 0
    with pytest.raises(BoxError):
        shelf.content("My Box")
    mended = shelf.keep("My Box", spell(lanterns()), opened["was"])
    assert (mended["name"], mended["mistakes"]) == ("My Box", [])
    assert (tmp_path / "boxes" / "My Box.yaml.before").read_bytes() == raw


@pytest.mark.parametrize("name", ["../secret", "/etc/passwd", "", ".", "missing"])
def test_no_name_leads_out_of_the_folder(shelf: BoxShelf, tmp_path: Path, name: str) -> None:
    (tmp_path / "secret.yaml").write_text("box: tooor\n")
    with pytest.raises(BoxRefused):
        shelf.open(name)


@pytest.mark.parametrize("name", ["../secret", "a/b", "..", "x" * 500])
def test_no_name_writes_out_of_the_folder(shelf: BoxShelf, tmp_path: Path, name: str) -> None:
    with contextlib.suppress(BoxError):
        shelf.keep(name, spell(lanterns()), "")
    assert [path.name for path in tmp_path.iterdir()] in ([], ["boxes"])


def test_the_box_of_the_settings_is_listed_and_saving_makes_a_copy(tmp_path: Path) -> None:
    elsewhere = tmp_path / "club.yaml"
    elsewhere.write_text(spell(lanterns()), encoding="utf-8")
    shelf = BoxShelf(tmp_path / "boxes", elsewhere)
    opened = shelf.open("club")
    assert (opened["was"], opened["content"]) == ("", lanterns())
    shelf.keep_content("club", {**lanterns(), "notice": "ours"}, opened["was"])
    assert elsewhere.read_text(encoding="utf-8") == spell(lanterns())
    assert shelf.content("club")["notice"] == "ours"


def test_a_box_that_was_changed_meanwhile_or_lies_elsewhere_is_neither_renamed_nor_deleted(tmp_path: Path) -> None:
    other = tmp_path / "other.yaml"
    other.write_text(spell(lanterns()), encoding="utf-8")
    shelf = BoxShelf(tmp_path / "boxes", other)
    was = shelf.keep("mine", spell(lanterns()), "")["was"]
    for name, state in (("mine", "old"), ("other", ""), ("none", ""), ("tooor.sample", "")):
        with pytest.raises(BoxRefused):
            shelf.delete(name, state)
        with pytest.raises(BoxRefused):
            shelf.rename(name, "new", state)
    assert {"mine", "other"} <= {box["name"] for box in shelf.listed()}
    shelf.delete("mine", was)
    assert "mine" not in {box["name"] for box in shelf.listed()}
