"""The renderer: ray-marches dice on a table, for pictures with exact truth.

Bodies are smooth maxima of planes, cut by a sphere (the rounded corners of many dice); faces carry pictures whose
alpha is also a relief. Lamps are spheres with soft shadows. Nothing here is meant to be exact optics: the pictures
need to look like dice to a network. All kernels are in this one file: numba compiles anew only what has changed in the
file of the kernel that is called, and would silently go on with old code of another file."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numba import njit

from tests.training.arrays import Arrays
from tests.training.camera import Camera
from tests.training.lamps import Lamps

FAR = 1e9
TABLE_ROUGH = 14.0  # exponent of a table's highlights
SKY = 60  # bodies that reach further than this many mm are walls, which do not darken what is beside them


class Table(NamedTuple):
    """The plane z = 0: `picture` (h, w, 3) float32 linear RGB with its middle at 0, `scale` pixels a millimetre,
    `gloss` the strength of its highlights."""

    picture: np.ndarray
    scale: float
    gloss: float


def render(camera: Camera, table: Table, bodies: Arrays, lamps: Lamps) -> tuple[np.ndarray, np.ndarray]:
    """(H, W, 3) float32 linear light and (H, W) int16 numbers of the bodies seen, -1 for the table."""
    return _render(camera, table, bodies, lamps)


@njit(fastmath=True, cache=True)
def _distance(p0, p1, p2, normals, offsets, faces, soft, cap):
    """Smooth signed distance of a point in body coordinates, and the nearest face."""
    high, best = -FAR, 0
    for f in range(faces):
        d = normals[f, 0] * p0 + normals[f, 1] * p1 + normals[f, 2] * p2 - offsets[f]
        if d > high:
            high, best = d, f
    ball = math.sqrt(p0 * p0 + p1 * p1 + p2 * p2) - cap
    top = max(high, ball)
    if top > 6 * soft + 4:
        return top, best
    total = math.exp((ball - top) / soft)
    for f in range(faces):
        d = normals[f, 0] * p0 + normals[f, 1] * p1 + normals[f, 2] * p2 - offsets[f]
        if d > top - 6 * soft:
            total += math.exp((d - top) / soft)
    return top + soft * math.log(total), best


@njit(fastmath=True, cache=True)
def _normal(p, normals, offsets, faces, soft, cap):
    """Outward normal at a point of the surface in body coordinates."""
    x, y, z = p
    length = math.sqrt(x * x + y * y + z * z) + 1e-9
    high = length - cap
    for f in range(faces):
        high = max(high, normals[f, 0] * x + normals[f, 1] * y + normals[f, 2] * z - offsets[f])
    w = math.exp((length - cap - high) / soft) / length
    nx, ny, nz = w * x, w * y, w * z
    for f in range(faces):
        d = normals[f, 0] * x + normals[f, 1] * y + normals[f, 2] * z - offsets[f]
        w = math.exp((d - high) / soft)
        nx += w * normals[f, 0]
        ny += w * normals[f, 1]
        nz += w * normals[f, 2]
    return _unit(nx, ny, nz)


@njit(fastmath=True, cache=True)
def _unit(x, y, z):
    r = 1.0 / (math.sqrt(x * x + y * y + z * z) + 1e-12)
    return x * r, y * r, z * r


@njit(fastmath=True, cache=True)
def _into(turn, v):
    """World vector to body coordinates."""
    x, y, z = v
    return (
        turn[0, 0] * x + turn[1, 0] * y + turn[2, 0] * z,
        turn[0, 1] * x + turn[1, 1] * y + turn[2, 1] * z,
        turn[0, 2] * x + turn[1, 2] * y + turn[2, 2] * z,
    )


@njit(fastmath=True, cache=True)
def _closest(o, d, c):
    """Where a ray passes a point nearest, and how far off squared."""
    a0, a1, a2 = c[0] - o[0], c[1] - o[1], c[2] - o[2]
    t = a0 * d[0] + a1 * d[1] + a2 * d[2]
    return t, a0 * a0 + a1 * a1 + a2 * a2 - t * t


@njit(fastmath=True, cache=True)
def _out_of(turn, v):
    """Vector of body coordinates to the world."""
    x, y, z = v
    return (
        turn[0, 0] * x + turn[0, 1] * y + turn[0, 2] * z,
        turn[1, 0] * x + turn[1, 1] * y + turn[1, 2] * z,
        turn[2, 0] * x + turn[2, 1] * y + turn[2, 2] * z,
    )


@njit(fastmath=True, cache=True)
def _inside(bodies, i, p):
    """A point of the world in the coordinates of body `i`."""
    c = bodies.centers[i]
    return _into(bodies.turns[i], (p[0] - c[0], p[1] - c[1], p[2] - c[2]))


@njit(fastmath=True, cache=True)
def _gap(bodies, i, q, e, s):
    """The distance from body `i` and its nearest face, `s` along a ray from `q` along `e` in its coordinates."""
    return _distance(
        q[0] + e[0] * s,
        q[1] + e[1] * s,
        q[2] + e[2] * s,
        bodies.normals[i],
        bodies.offsets[i],
        bodies.faces[i],
        bodies.soft[i],
        bodies.cap[i],
    )


@njit(fastmath=True, cache=True)
def _march(o, d, limit, bodies):
    """The first body that a ray hits before `limit`: its number (-1: none), the way to it, the face."""
    hit, way, side = -1, limit, 0
    for i in range(len(bodies.centers)):
        t, off = _closest(o, d, bodies.centers[i])
        r2 = bodies.bound[i] * bodies.bound[i]
        if off > r2:
            continue
        half = math.sqrt(r2 - off)
        s, end = max(t - half, 0.0), min(t + half, way)
        q = _inside(bodies, i, o)
        e = _into(bodies.turns[i], d)
        for _ in range(48):
            if s > end:
                break
            gap, f = _gap(bodies, i, q, e, s)
            if gap < 0.02:
                hit, way, side = i, s, f
                break
            s += gap
    return hit, way, side


@njit(fastmath=True, cache=True)
def _shade(o, d, reach, size, me, bodies):
    """The part of a lamp (sphere of radius `size`, `reach` away along `d`) that a point sees."""
    wide = size / reach
    lit = 1.0
    for i in range(len(bodies.centers)):
        t, off = _closest(o, d, bodies.centers[i])
        if t < -bodies.bound[i] or t > reach:
            continue
        room = bodies.bound[i] + wide * max(t, 0.0)
        if off > room * room:
            continue
        q = _inside(bodies, i, o)
        e = _into(bodies.turns[i], d)
        s = 0.6 if i == me else max(0.3, t - bodies.bound[i])
        end = t + bodies.bound[i]
        for _ in range(24):
            if s > end:
                break
            gap, _f = _gap(bodies, i, q, e, s)
            lit = min(lit, 0.5 + 0.5 * gap / (wide * s + 0.05))
            if lit < 0.01:
                return 0.0
            s += max(gap, 0.4)
    lit = max(lit, 0.0)
    return lit * lit * (3 - 2 * lit)


@njit(fastmath=True, cache=True)
def _alpha(picture, u, v):
    """Bilinear alpha of a picture (S, S, 4) at u, v in 0..1; 0 outside."""
    size = picture.shape[0]
    x, y = u * size - 0.5, v * size - 0.5
    if not (0 <= x < size - 1 and 0 <= y < size - 1):
        return 0.0
    x0, y0 = int(x), int(y)
    a, b = x - x0, y - y0
    top = picture[y0, x0, 3] * (1 - a) + picture[y0, x0 + 1, 3] * a
    low = picture[y0 + 1, x0, 3] * (1 - a) + picture[y0 + 1, x0 + 1, 3] * a
    return (top * (1 - b) + low * b) / 255.0


@njit(fastmath=True, cache=True)
def _ground(picture, u, v, i):
    """Bilinear sample of channel `i` of the table's picture (H, W, 3), mirrored beyond its border."""
    h, w = picture.shape[0], picture.shape[1]
    u, v = u % (2 * w - 2), v % (2 * h - 2)
    u = u if u < w - 1 else 2 * w - 2 - u
    v = v if v < h - 1 else 2 * h - 2 - v
    x0, y0 = min(int(u), w - 2), min(int(v), h - 2)
    a, b = u - x0, v - y0
    top = picture[y0, x0, i] * (1 - a) + picture[y0, x0 + 1, i] * a
    low = picture[y0 + 1, x0, i] * (1 - a) + picture[y0 + 1, x0 + 1, i] * a
    return top * (1 - b) + low * b


@njit(fastmath=True, cache=True)
def _rim_step(picture, u, v):
    """How alpha changes across and along a face's picture at u, v: the relief of its ink."""
    step = 1.0 / picture.shape[0]
    du = _alpha(picture, u + step, v) - _alpha(picture, u - step, v)
    dv = _alpha(picture, u, v + step) - _alpha(picture, u, v - step)
    return du, dv


@njit(fastmath=True, cache=True)
def _ray(camera, row, col):
    """The direction in the world in which a pixel looks."""
    x, y = (col - camera.width / 2) / camera.focal, (row - camera.height / 2) / camera.focal
    r = camera.rotation
    return _unit(
        r[0, 0] * x + r[1, 0] * y + r[2, 0],
        r[0, 1] * x + r[1, 1] * y + r[2, 1],
        r[0, 2] * x + r[1, 2] * y + r[2, 2],
    )


@njit(fastmath=True, cache=True)
def _table_at(table, p, body):
    """Puts the colour of the table at `p` into `body`."""
    u = p[0] * table.scale + table.picture.shape[1] / 2
    v = table.picture.shape[0] / 2 - p[1] * table.scale
    for i in range(3):
        body[i] = _ground(table.picture, u, v, i)


@njit(fastmath=True, cache=True)
def _grain(strength, hit, q):
    """How much lighter or darker the marble of body `hit` is at `q` in its coordinates."""
    if strength <= 0:
        return 1.0
    return 1.0 + strength * (
        math.sin(q[0] * 0.9 + 2.1 * math.sin(q[1] * 0.6 + hit))
        * math.sin(q[1] * 0.8 + 1.7 * math.sin(q[2] * 0.7 + 2 * hit))
        * math.sin(q[2] * 0.75 + 1.9 * math.sin(q[0] * 0.5))
    )


@njit(fastmath=True, cache=True)
def _body_at(bodies, hit, face, p, body):
    """Puts the colour of body `hit` at `p` on its `face` into `body`; gives the normal and how much ink is there."""
    q = _inside(bodies, hit, p)
    m = _normal(q, bodies.normals[hit], bodies.offsets[hit], bodies.faces[hit], bodies.soft[hit], bodies.cap[hit])
    n0, n1, n2 = bodies.normals[hit, face, 0], bodies.normals[hit, face, 1], bodies.normals[hit, face, 2]
    a0, a1, a2 = bodies.across[hit, face, 0], bodies.across[hit, face, 1], bodies.across[hit, face, 2]
    b0, b1, b2 = n1 * a2 - n2 * a1, n2 * a0 - n0 * a2, n0 * a1 - n1 * a0
    e = bodies.extents[hit]
    u = 0.5 + 0.5 * (q[0] * a0 + q[1] * a1 + q[2] * a2) / e
    v = 0.5 - 0.5 * (q[0] * b0 + q[1] * b1 + q[2] * b2) / e
    picture = bodies.pictures[hit, face]
    ink = _alpha(picture, u, v)
    du, dv = _rim_step(picture, u, v)
    du, dv = du * bodies.relief[hit], -dv * bodies.relief[hit]
    m = _unit(m[0] + du * a0 + dv * b0, m[1] + du * a1 + dv * b1, m[2] + du * a2 + dv * b2)
    grain = _grain(bodies.marble[hit], hit, q)
    size = picture.shape[0]
    iu, iv = min(max(int(u * size), 0), size - 1), min(max(int(v * size), 0), size - 1)
    for i in range(3):
        body[i] = bodies.colours[hit, i] * grain * (1 - ink) + picture[iv, iu, i] / 255 * ink
    return _out_of(bodies.turns[hit], m), ink


@njit(fastmath=True, cache=True)
def _veil(bodies, hit, p, n):
    """The part of the light from everywhere that bodies nearby and the table leave at `p` with normal `n`."""
    veil = 1.0
    for i in range(len(bodies.centers)):
        if i == hit or bodies.bound[i] > SKY:
            continue
        c0, c1, c2 = bodies.centers[i, 0] - p[0], bodies.centers[i, 1] - p[1], bodies.centers[i, 2] - p[2]
        far2 = c0 * c0 + c1 * c1 + c2 * c2
        r2 = 0.55 * bodies.bound[i] * bodies.bound[i]
        if far2 > 40 * r2:
            continue
        slope = (c0 * n[0] + c1 * n[1] + c2 * n[2]) / math.sqrt(far2)
        veil *= 1 - min(0.75, max(0.0, slope) * r2 / max(far2, r2))
    if hit >= 0:
        veil *= min(1.0, 0.45 + p[2] / 9.0)
    return veil


@njit(fastmath=True, cache=True)
def _lamp(lamps, k, bodies, hit, p, n, r, facing, finish, body, colour):
    """Adds to `colour` what lamp `k` lights; `r` is the ray's reflection, `finish` gloss, roughness, clearness."""
    shine, tight, through = finish
    l0, l1, l2 = lamps.places[k, 0] - p[0], lamps.places[k, 1] - p[1], lamps.places[k, 2] - p[2]
    reach = math.sqrt(l0 * l0 + l1 * l1 + l2 * l2)
    l0, l1, l2 = l0 / reach, l1 / reach, l2 / reach
    slope = n[0] * l0 + n[1] * l1 + n[2] * l2
    if slope <= 0 and through <= 0:
        return
    lit = _shade(p, (l0, l1, l2), reach, lamps.sizes[k], hit, bodies)
    high = 0.0
    if shine > 0:
        high = shine * math.pow(max(0.0, r[0] * l0 + r[1] * l1 + r[2] * l2), tight)
    for i in range(3):
        soft_part = max(slope, 0.0) * lit + through * (0.25 + 0.35 * (1 - facing))
        colour[i] += lamps.colours[k, i] * (body[i] * soft_part + high * lit)


@njit(fastmath=True, cache=True)
def _light(lamps, bodies, hit, p, d, n, finish, mean, body, colour):
    """Puts the light that goes from `p` to the camera into `colour`; `mean` is the table's mean colour."""
    facing = max(-(n[0] * d[0] + n[1] * d[1] + n[2] * d[2]), 0.02)
    open_sky = 0.5 + 0.5 * n[2]
    veil = _veil(bodies, hit, p, n)
    ambient = lamps.ambient
    for i in range(3):
        colour[i] = body[i] * (ambient[i] * open_sky + 0.35 * mean[i] * ambient[i] * (1 - open_sky)) * veil
    r = (d[0] + 2 * facing * n[0], d[1] + 2 * facing * n[1], d[2] + 2 * facing * n[2])
    for k in range(len(lamps.places)):
        _lamp(lamps, k, bodies, hit, p, n, r, facing, finish, body, colour)
    shine = finish[0]
    sky = 0.0
    if shine > 0:
        sky = (0.04 + 0.5 * math.pow(1 - min(facing, 1.0), 5.0)) * max(0.0, r[2]) * min(shine, 1.0)
    for i in range(3):
        colour[i] += sky * ambient[i]


@njit(fastmath=True, cache=True)
def _render(camera, table, bodies, lamps):
    image = np.zeros((camera.height, camera.width, 3), np.float32)
    who = np.full((camera.height, camera.width), -1, np.int16)
    mean, body, colour = np.zeros(3), np.zeros(3), np.zeros(3)
    o = (camera.eye[0], camera.eye[1], camera.eye[2])
    for i in range(3):
        mean[i] = table.picture[:, :, i].mean()
    for row in range(camera.height):
        for col in range(camera.width):
            d = _ray(camera, row, col)
            floor = -o[2] / d[2] if d[2] < -1e-6 else FAR
            hit, way, face = _march(o, d, floor, bodies)
            if hit < 0 and floor >= FAR:
                continue
            p = (o[0] + d[0] * way, o[1] + d[1] * way, o[2] + d[2] * way)
            who[row, col] = hit
            n, finish = (0.0, 0.0, 1.0), (table.gloss, TABLE_ROUGH, 0.0)
            if hit < 0:
                _table_at(table, p, body)
            else:
                n, ink = _body_at(bodies, hit, face, p, body)
                finish = (bodies.gloss[hit] * (1 - 0.3 * ink), bodies.rough[hit], bodies.clear[hit] * (1 - ink))
            _light(lamps, bodies, hit, p, d, n, finish, mean, body, colour)
            for i in range(3):
                image[row, col, i] = colour[i]
    return image, who
