/** Colours that look well on the pitch, for the colour names that games use. */

const TONES = {
  red: "#e0393e", blue: "#3f7ff0", green: "#35b46d", yellow: "#f4c733", orange: "#f58a2b",
  white: "#f6f3ea", black: "#242b28", purple: "#9a63e0", pink: "#ee7bb0", gold: "#e3b341", grey: "#9aa6a0",
};

const brush = document.createElement("canvas").getContext("2d");

/** The tone of a colour name; a name that CSS does not know is chalk white. */
export function tone(name) {
  if (TONES[name]) return TONES[name];
  brush.fillStyle = TONES.white;
  brush.fillStyle = name ?? TONES.white;
  return brush.fillStyle;
}

/** What can be read on that tone: dark or white. */
export function ink(name) {
  const hex = tone(name);
  if (!/^#[0-9a-f]{6}$/i.test(hex)) return "#101512";
  const [r, g, b] = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
  return r * 0.3 + g * 0.59 + b * 0.11 > 140 ? "#101512" : "#ffffff";
}

/** The colours of a team as custom properties. */
export function shirt(team) {
  return { "--team": tone(team?.colour), "--team-ink": ink(team?.colour) };
}
