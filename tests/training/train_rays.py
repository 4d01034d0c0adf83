"""Learns the rays' network anew from pitches with truth: `python -m tests.training.train_rays PITCHES LENS OUT`.

Rays of true bases, from points up to a few mm beside their centres, are taught where the foot ends; rays from tokens
and other round-looking places that there is none. Pitches drawn at random are added to those with truth. Colours are
turned and mixed, so that no rim's colour is learnt. With `--hold window,dim` the pictures in such light are left out,
to be judged on."""

from __future__ import annotations

import itertools
import json
import pathlib
from collections.abc import Iterator, Sequence

import cv2
import numpy as np
import torch

from tests.training.options import pitch_options
from tests.training.pitches import Taught, draw_pitch
from tests.training.rounds import find_rounds
from vision.picture import read_picture
from vision.ruler.closeup import Closeup
from vision.ruler.flat import lay_flat
from vision.ruler.lens import load_lens
from vision.ruler.paper import white_paper
from vision.ruler.pitch import Pitch, load_pitch
from vision.ruler.pose import find_pose
from vision.ruler.rays import COUNT, FEATURES, OFFSETS_MM, RAYS, REACH_MM, STEP_MM, fan_for, look

NONE = len(OFFSETS_MM)
RADII = (12.5, 14.0, 15.0, 16.0, 20.0)
JITTERS = 24
NEGATIVES = 60
DRAWN, DRAWN_JITTERS = 60, 6  # pitches drawn at random
AS_OFTEN = 3  # a picture with truth is looked at as often as so many drawn ones
NO_BASE = 0.6  # how much a ray counts that is to see no base: most are
SIZES = (FEATURES, 128, 64, NONE + 1)

Lesson = tuple[np.ndarray, np.ndarray]
"""What rays see, (N, 32, FEATURES), and where the foot ends on each, (N, 32)."""


def offsets(points: np.ndarray, centre: np.ndarray, radius: float, looked: float) -> np.ndarray:
    """(N, 32): how far beyond the radius looked at the foot of this base ends on each ray."""
    to = centre - points
    along, across = to @ RAYS.T, to[:, :1] * RAYS[:, 1] - to[:, 1:] * RAYS[:, 0]
    return along + np.sqrt(np.maximum(radius**2 - across**2, 0)) - looked


def classes(off: np.ndarray) -> np.ndarray:
    bins = np.rint((off - OFFSETS_MM[0]) / STEP_MM).astype(int)
    return np.where((bins >= 0) & (bins < NONE), bins, NONE)


def rendered(folder: pathlib.Path, lens_file: pathlib.Path, hold: Sequence[str]) -> Iterator[Taught]:
    """The pitches in a folder, but those in light that is held out."""
    lens, pitch = load_lens(lens_file), load_pitch(folder / "pitch.toml")
    for line in (folder / "truth.jsonl").read_text().splitlines():
        truth = json.loads(line)
        if truth["light"] in hold:
            continue
        image, minis = read_picture(folder / truth["image"]), truth["minis"]
        pose = find_pose(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), lens, pitch)
        view = Closeup(image, pose, white_paper(image, pose, pitch))
        tokens = np.array([token["centre_mm"] for token in (*truth["tokens"], truth["ball"])])
        bases, sizes = (np.array([mini[key] for mini in minis]) for key in ("centre_mm", "diameter_mm"))
        yield Taught(view, bases, sizes, tokens)


def lessons(taught: Taught, pitch: Pitch, jitters: int, chance: np.random.Generator) -> Iterator[Lesson]:
    """What rays see around the bases of a picture, from so many points beside each, and around what is none."""
    view, centres = taught.view, taught.centres_mm
    for centre, radius in zip(centres, taught.diameters_mm / 2, strict=True):
        for looked in (r for r in RADII if abs(r - radius) <= 2):
            away = chance.uniform(0, 2.5, jitters) * np.exp(2j * np.pi * chance.uniform(0, 1, jitters))
            points = centre + np.stack([away.real, away.imag], axis=1)
            seen = look(view, points, fan_for((looked,)), pitch.base_height_mm)[0]
            yield seen, classes(offsets(points, centre, radius, looked))
    rounds = find_rounds(lay_flat(view, pitch, 1.0), [r - 0.6 for r in RADII], 250)
    far = rounds[np.hypot(*(rounds[:, None] - centres[None]).transpose(2, 0, 1)).min(axis=1) > 4.5]
    for looked in RADII:
        tokens = taught.tokens_mm.repeat(max(1, jitters // 12), axis=0)
        points = np.concatenate(
            [far[chance.permutation(len(far))[:NEGATIVES]], tokens + chance.normal(0, 1.5, tokens.shape)]
        )
        seen = look(view, points, fan_for((looked,)), pitch.base_height_mm)[0]
        yield seen, np.full((len(points), COUNT), NONE)


def other_paint(shown: torch.Tensor, said: torch.Tensor) -> torch.Tensor:
    """What to add to the tones (N, 19, 3) of rays so that tops and tables have other colours; where there is no base,
    something changes at any place."""
    count = len(said)
    foot = said * STEP_MM - REACH_MM
    foot = torch.where(said == NONE, (torch.rand(count) * 2 - 1) * 2 * REACH_MM, foot)
    at = (torch.arange(19) - 9) * 0.75
    top = torch.sigmoid(((foot - shown)[:, None] - at) / 0.6)
    table = torch.sigmoid((at - (foot - shown.clamp(max=0))[:, None]) / 0.6)
    much = 0.7 * torch.randn(2, count, 1, 3) * (torch.rand(2, count, 1, 1) < 0.5)
    return top[..., None] * much[0] + table[..., None] * much[1]


def recoloured(seen: torch.Tensor, said: torch.Tensor) -> torch.Tensor:
    """The same rays with the colour plane turned and some of it mixed into brightness, under other light, and through
    a lens that is less sharp or noisier."""
    count = len(seen)
    tones = seen[:, :-3].reshape(count, -1, 3)
    tones = tones + other_paint(seen[:, -2], said)
    soft = torch.rand(count, 1, 1) * 0.4 * (torch.rand(count, 1, 1) < 0.5)
    tones = (1 - soft) * tones + soft / 2 * (tones.roll(1, 1) + tones.roll(-1, 1))
    tones = tones + torch.randn(tones.shape) * torch.rand(count, 1, 1) * 0.25
    turn, mix = torch.rand(count) * 2 * torch.pi, (torch.rand(count, 2) - 0.5) * 0.8
    sin, cos = torch.sin(turn)[:, None], torch.cos(turn)[:, None]
    y, r, b = tones.unbind(2)
    y = y + mix[:, :1] * r + mix[:, 1:] * b
    strength = torch.rand(count, 1) * 0.7 + 0.65
    tones = torch.stack([y, strength * (cos * r - sin * b), strength * (sin * r + cos * b)], dim=2)
    tones = tones - tones.mean(dim=1, keepdim=True)  # as rays.look() gives them
    tones = tones / torch.sqrt((tones**2).mean(dim=(1, 2), keepdim=True) + 1e-4)
    scale = torch.sqrt((seen[:, :-3] ** 2).mean(dim=1, keepdim=True) + 1e-4)
    light = seen[:, -3:-2] + torch.randn(count, 1) * 0.5
    return torch.cat([tones.reshape(count, -1) * scale, light, seen[:, -2:]], dim=1)


def learn(seen: torch.Tensor, said: torch.Tensor, epochs: int) -> torch.nn.Sequential:
    torch.manual_seed(3)
    layers: list[torch.nn.Module] = []
    for inputs, outputs in itertools.pairwise(SIZES):
        layers += [torch.nn.Linear(inputs, outputs), torch.nn.ReLU()]
    net = torch.nn.Sequential(*layers[:-1])
    steps = epochs * (len(seen) // 1024)
    tuner = torch.optim.AdamW(net.parameters(), 3e-3, weight_decay=1e-3)
    weight = torch.tensor([1.0] * NONE + [NO_BASE])
    pace = torch.optim.lr_scheduler.OneCycleLR(tuner, 3e-3, total_steps=steps + 1)
    for step in range(steps):
        pick = torch.randint(len(seen), (1024,))
        given = recoloured(seen[pick], said[pick]) if step % 4 else seen[pick]
        loss = torch.nn.functional.cross_entropy(net(given), said[pick], weight=weight)
        tuner.zero_grad()
        loss.backward()
        tuner.step()
        pace.step()
        if step % 500 == 0:
            print(f"step {step}: {loss.item():.3f}", flush=True)
    return net


def main() -> None:
    given = pitch_options(__doc__, "epochs", 8)
    torch.set_num_threads(1)
    pitch, chance = load_pitch(given.pitches / "pitch.toml"), np.random.default_rng(1)
    pairs = [p for t in rendered(given.pitches, given.lens, given.hold) for p in lessons(t, pitch, JITTERS, chance)]
    pairs *= AS_OFTEN
    pairs += [p for seed in range(DRAWN) for p in lessons(draw_pitch(seed), pitch, DRAWN_JITTERS, chance)]
    seen = torch.from_numpy(np.concatenate([s.reshape(-1, FEATURES) for s, _ in pairs]))
    said = torch.from_numpy(np.concatenate([c.ravel() for _, c in pairs]))
    print(f"{len(seen)} rays, {(said < NONE).float().mean():.2f} of bases", flush=True)
    net = learn(seen, said, given.epochs)
    linear = [part for part in net if isinstance(part, torch.nn.Linear)]
    held = {f"weights{k}": part.weight.detach().numpy().T.astype(np.float32) for k, part in enumerate(linear)}
    held |= {f"offset{k}": part.bias.detach().numpy().astype(np.float32) for k, part in enumerate(linear)}
    np.savez(given.out, **held)


if __name__ == "__main__":
    main()
