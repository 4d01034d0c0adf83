"""The ruler: what Takkure measures on the table, and how sure it is. Pure: no picture, no clock, no match.

Millimetres and inches as named; the pitch lies with a corner at (0, 0), x along it, y across, and positive angles turn
clockwise as seen from above. Rule ids as in the catalogue of the rulebook: G-.. geometry, R-.. rulings."""

from __future__ import annotations

from vision.measure.bands import PASS, RECEPTION, Band, Rows, band
from vision.measure.disc import TOUCH_MM, Disc, contact, edge_distance, gap_mm, move_to, overlap, place_at, touches
from vision.measure.displacement import Ask, Displaced, displace, displace_all
from vision.measure.lane import InLane, in_lane
from vision.measure.lines import across, ahead, in_goal, in_own_half, on_kickoff_line
from vision.measure.marked_move import MarkedMove, Stop, marked_move
from vision.measure.path import Meeting, meeting, opposed
from vision.measure.pressure import Pressure, pressure
from vision.measure.ring import Field
from vision.measure.scatter import ARROWS, kept_in, kickoff_template, reposition, scatter
from vision.measure.verdict import INCH_MM, Distance, MeasureError, Verdict, all_of, any_of
from vision.measure.ways import Ways

__all__ = [
    "ARROWS",
    "INCH_MM",
    "PASS",
    "RECEPTION",
    "TOUCH_MM",
    "Ask",
    "Band",
    "Disc",
    "Displaced",
    "Distance",
    "Field",
    "InLane",
    "MarkedMove",
    "MeasureError",
    "Meeting",
    "Pressure",
    "Rows",
    "Stop",
    "Verdict",
    "Ways",
    "across",
    "ahead",
    "all_of",
    "any_of",
    "band",
    "contact",
    "displace",
    "displace_all",
    "edge_distance",
    "gap_mm",
    "in_goal",
    "in_lane",
    "in_own_half",
    "kept_in",
    "kickoff_template",
    "marked_move",
    "meeting",
    "move_to",
    "on_kickoff_line",
    "opposed",
    "overlap",
    "place_at",
    "pressure",
    "reposition",
    "scatter",
    "touches",
]
