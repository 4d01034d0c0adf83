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
TABLE, NOTHING = -1, -2  # numbers beside those of bodies
TABLE_ROUGH = 14.0  # exponent of a table's highlights
WALL = 60  # bodies that reach further than this many mm are walls, which do not darken what is beside them


class Table(NamedTuple):
    """The plane z = 0: `picture` (h, w, 3) float32 linear RGB with its middle at 0, `scale` pixels a millimetre,
    `gloss` the strength of its highlights."""

    picture: np.ndarray
    scale: float
    gloss: float


def render(camera: Camera, table: Table, bodies: Arrays, lamps: Lamps) -> tuple[np.ndarray, np.ndarray]:
    """(H, W, 3) float32 linear light and (H, W) int16 numbers of the bodies seen, TABLE or NOTHING.

    Step by step for the whole picture, not all of it for each pixel: small kernels that take many arrays are slow to
    call, as numba counts the references to each of them at each call."""
    form = _form(bodies)
    who, which, rays, points = _traced(*camera, *form)
    colour, normal, finish = np.zeros(points.shape), np.zeros(points.shape), np.zeros(points.shape)
    _see_table(colour, normal, finish, who, points, *table)
    _see_bodies(colour, normal, finish, who, which, points, *bodies)
    light = _around(who, points, colour, normal, table.picture, bodies.centers, bodies.bound, lamps.ambient)
    for place, shade, size in zip(lamps.places, lamps.colours, lamps.sizes, strict=True):
        _add_lamp(light, who, rays, points, colour, normal, finish, *form, place, shade, size)
    _add_sky(light, who, rays, normal, finish, lamps.ambient)
    return light.astype(np.float32), who


def _form(bodies: Arrays) -> tuple[np.ndarray, ...]:
    """What rays meet, in the order in which the kernels take it."""
    b = bodies
    return b.centers, b.turns, b.normals, b.offsets, b.faces, b.soft, b.cap, b.bound


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
def _march(o, d, limit, centers, turns, normals, offsets, faces, soft, cap, bound):
    """The first body that a ray hits before `limit`: its number (-1: none), the way to it, the face."""
    hit, way, side = -1, limit, 0
    for i in range(len(centers)):
        t, off = _closest(o, d, centers[i])
        r2 = bound[i] * bound[i]
        if off > r2:
            continue
        half = math.sqrt(r2 - off)
        s, end = max(t - half, 0.0), min(t + half, way)
        q = _into(turns[i], (o[0] - centers[i, 0], o[1] - centers[i, 1], o[2] - centers[i, 2]))
        e = _into(turns[i], d)
        for _ in range(48):
            if s > end:
                break
            gap, f = _distance(
                q[0] + e[0] * s, q[1] + e[1] * s, q[2] + e[2] * s, normals[i], offsets[i], faces[i], soft[i], cap[i]
            )
            if gap < 0.02:
                hit, way, side = i, s, f
                break
            s += gap
    return hit, way, side


@njit(fastmath=True, cache=True)
def _shade(o, d, reach, size, me, centers, turns, normals, offsets, faces, soft, cap, bound):
    """The part of a lamp (sphere of radius `size`, `reach` away along `d`) that a point sees."""
    wide = size / reach
    lit = 1.0
    for i in range(len(centers)):
        t, off = _closest(o, d, centers[i])
        if t < -bound[i] or t > reach:
            continue
        room = bound[i] + wide * max(t, 0.0)
        if off > room * room:
            continue
        q = _into(turns[i], (o[0] - centers[i, 0], o[1] - centers[i, 1], o[2] - centers[i, 2]))
        e = _into(turns[i], d)
        s = 0.6 if i == me else max(0.3, t - bound[i])
        end = t + bound[i]
        for _ in range(24):
            if s > end:
                break
            gap, _f = _distance(
                q[0] + e[0] * s, q[1] + e[1] * s, q[2] + e[2] * s, normals[i], offsets[i], faces[i], soft[i], cap[i]
            )
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
def _ray(height, width, focal, rotation, row, col):
    """The direction in the world in which a pixel looks."""
    x, y = (col - width / 2) / focal, (row - height / 2) / focal
    return _unit(
        rotation[0, 0] * x + rotation[1, 0] * y + rotation[2, 0],
        rotation[0, 1] * x + rotation[1, 1] * y + rotation[2, 1],
        rotation[0, 2] * x + rotation[1, 2] * y + rotation[2, 2],
    )


@njit(fastmath=True, cache=True)
def _at(image, row, col):
    """The three numbers of a pixel."""
    return image[row, col, 0], image[row, col, 1], image[row, col, 2]


@njit(fastmath=True, cache=True)
def _traced(
    height, width, focal, rotation, eye, centers, turns, normals, offsets, faces, soft, cap, bound
):  # fmt: skip
    """Of each pixel: the body that it shows, TABLE or NOTHING, and the face (H, W), the ray and where it ends
    (H, W, 3)."""
    who = np.full((height, width), NOTHING, np.int16)
    which = np.zeros((height, width), np.int16)
    rays, points = np.zeros((height, width, 3)), np.zeros((height, width, 3))
    o = (eye[0], eye[1], eye[2])
    for row in range(height):
        for col in range(width):
            d = _ray(height, width, focal, rotation, row, col)
            floor = -o[2] / d[2] if d[2] < -1e-6 else FAR
            hit, way, face = _march(o, d, floor, centers, turns, normals, offsets, faces, soft, cap, bound)
            if hit < 0 and floor >= FAR:
                continue
            who[row, col], which[row, col] = hit, face
            for i in range(3):
                rays[row, col, i] = d[i]
                points[row, col, i] = o[i] + d[i] * way
    return who, which, rays, points


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
def _see_table(colour, normal, finish, who, points, table, scale, gloss):
    """Fills in, where pixels show the table, its colour, normal, and gloss, exponent and clearness (H, W, 3)."""
    height, width = who.shape
    for row in range(height):
        for col in range(width):
            if who[row, col] != TABLE:
                continue
            normal[row, col, 2] = 1.0
            finish[row, col, 0], finish[row, col, 1] = gloss, TABLE_ROUGH
            x, y, _ = _at(points, row, col)
            u, v = x * scale + table.shape[1] / 2, table.shape[0] / 2 - y * scale
            for i in range(3):
                colour[row, col, i] = _ground(table, u, v, i)


@njit(fastmath=True, cache=True)
def _see_bodies(
    colour, normal, finish, who, which, points,
    centers, turns, normals, offsets, across, extents, faces, soft, cap, bound,
    pictures, relief, colours, gloss, rough, clear, marble,
):  # fmt: skip
    """The same where pixels show bodies."""
    height, width = who.shape
    size = pictures.shape[2]
    for row in range(height):
        for col in range(width):
            hit, face = who[row, col], which[row, col]
            if hit < 0:
                continue
            p = _at(points, row, col)
            q = _into(turns[hit], (p[0] - centers[hit, 0], p[1] - centers[hit, 1], p[2] - centers[hit, 2]))
            m = _normal(q, normals[hit], offsets[hit], faces[hit], soft[hit], cap[hit])
            n0, n1, n2 = normals[hit, face, 0], normals[hit, face, 1], normals[hit, face, 2]
            a0, a1, a2 = across[hit, face, 0], across[hit, face, 1], across[hit, face, 2]
            b0, b1, b2 = n1 * a2 - n2 * a1, n2 * a0 - n0 * a2, n0 * a1 - n1 * a0
            u = 0.5 + 0.5 * (q[0] * a0 + q[1] * a1 + q[2] * a2) / extents[hit]
            v = 0.5 - 0.5 * (q[0] * b0 + q[1] * b1 + q[2] * b2) / extents[hit]
            ink = _alpha(pictures[hit, face], u, v)
            du, dv = _rim_step(pictures[hit, face], u, v)
            du, dv = du * relief[hit], -dv * relief[hit]
            m = _unit(m[0] + du * a0 + dv * b0, m[1] + du * a1 + dv * b1, m[2] + du * a2 + dv * b2)
            n = _out_of(turns[hit], m)
            grain = _grain(marble[hit], hit, q)
            iu, iv = min(max(int(u * size), 0), size - 1), min(max(int(v * size), 0), size - 1)
            for i in range(3):
                normal[row, col, i] = n[i]
                colour[row, col, i] = colours[hit, i] * grain * (1 - ink) + pictures[hit, face, iv, iu, i] / 255 * ink
            finish[row, col, 0] = gloss[hit] * (1 - 0.3 * ink)
            finish[row, col, 1], finish[row, col, 2] = rough[hit], clear[hit] * (1 - ink)


@njit(fastmath=True, cache=True)
def _veil(hit, p, n, centers, bound):
    """The part of the light from everywhere that bodies nearby and the table leave at `p` with normal `n`."""
    veil = 1.0
    for i in range(len(centers)):
        if i == hit or bound[i] > WALL:
            continue
        c0, c1, c2 = centers[i, 0] - p[0], centers[i, 1] - p[1], centers[i, 2] - p[2]
        far2 = c0 * c0 + c1 * c1 + c2 * c2
        r2 = 0.55 * bound[i] * bound[i]
        if far2 > 40 * r2:
            continue
        slope = (c0 * n[0] + c1 * n[1] + c2 * n[2]) / math.sqrt(far2)
        veil *= 1 - min(0.75, max(0.0, slope) * r2 / max(far2, r2))
    if hit >= 0:
        veil *= min(1.0, 0.45 + p[2] / 9.0)
    return veil


@njit(fastmath=True, cache=True)
def _around(who, points, colour, normal, table, centers, bound, ambient):
    """(H, W, 3) what is lit by the light from everywhere, and by what the table throws back of it."""
    height, width = who.shape
    light = np.zeros(points.shape)
    mean = np.zeros(3)
    for i in range(3):
        mean[i] = table[:, :, i].mean()
    for row in range(height):
        for col in range(width):
            if who[row, col] == NOTHING:
                continue
            p = _at(points, row, col)
            n = _at(normal, row, col)
            veil = _veil(who[row, col], p, n, centers, bound)
            up = 0.5 + 0.5 * n[2]
            for i in range(3):
                around = ambient[i] * up + 0.35 * mean[i] * ambient[i] * (1 - up)
                light[row, col, i] = colour[row, col, i] * around * veil
    return light


@njit(fastmath=True, cache=True)
def _mirrored(d, n):
    """How far a surface faces the camera, and where a ray along `d` goes from it."""
    facing = max(-(n[0] * d[0] + n[1] * d[1] + n[2] * d[2]), 0.02)
    return facing, (d[0] + 2 * facing * n[0], d[1] + 2 * facing * n[1], d[2] + 2 * facing * n[2])


@njit(fastmath=True, cache=True)
def _add_lamp(
    light, who, rays, points, colour, normal, finish,
    centers, turns, normals, offsets, faces, soft, cap, bound, lamp, lamp_colour, lamp_size,
):  # fmt: skip
    height, width = who.shape
    for row in range(height):
        for col in range(width):
            if who[row, col] == NOTHING:
                continue
            p = _at(points, row, col)
            n = _at(normal, row, col)
            shine, tight, through = _at(finish, row, col)
            l0, l1, l2 = lamp[0] - p[0], lamp[1] - p[1], lamp[2] - p[2]
            reach = math.sqrt(l0 * l0 + l1 * l1 + l2 * l2)
            l0, l1, l2 = l0 / reach, l1 / reach, l2 / reach
            slope = n[0] * l0 + n[1] * l1 + n[2] * l2
            if slope <= 0 and through <= 0:
                continue
            lit = _shade(
                p, (l0, l1, l2), reach, lamp_size, who[row, col],
                centers, turns, normals, offsets, faces, soft, cap, bound,
            )  # fmt: skip
            facing, r = _mirrored(_at(rays, row, col), n)
            high = 0.0
            if shine > 0:
                high = shine * math.pow(max(0.0, r[0] * l0 + r[1] * l1 + r[2] * l2), tight)
            soft_part = max(slope, 0.0) * lit + through * (0.25 + 0.35 * (1 - facing))
            for i in range(3):
                light[row, col, i] += lamp_colour[i] * (colour[row, col, i] * soft_part + high * lit)


@njit(fastmath=True, cache=True)
def _add_sky(light, who, rays, normal, finish, ambient):
    """Adds the light from everywhere that glossy bodies mirror."""
    height, width = who.shape
    for row in range(height):
        for col in range(width):
            shine = finish[row, col, 0]
            if shine <= 0:
                continue
            facing, r = _mirrored(_at(rays, row, col), _at(normal, row, col))
            sky = (0.04 + 0.5 * math.pow(1 - min(facing, 1.0), 5.0)) * max(0.0, r[2]) * min(shine, 1.0)
            for i in range(3):
                light[row, col, i] += sky * ambient[i]
