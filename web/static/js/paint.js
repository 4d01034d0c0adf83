/** Colours that look well on the pitch, for the colour names that games use. */

const TONES = {
  red: "#d4282f", blue: "#2f68de", green: "#35b46d", yellow: "#f4c733", orange: "#f58a2b",
  white: "#f6f3ea", black: "#242b28", purple: "#8446d4", pink: "#ee7bb0", gold: "#e3b341", grey: "#9aa6a0",
};

const brush = document.createElement("canvas").getContext("2d");

/** The tone of a colour name; a name that CSS does not know is chalk white. */
export function tone(name) {
  if (TONES[name]) return TONES[name];
  brush.fillStyle = TONES.white;
  brush.fillStyle = name ?? TONES.white;
  return brush.fillStyle;
}

/** What can be read on that tone: white where its contrast is enough for small letters, else dark. */
export function ink(name) {
  return brightness(tone(name)) < 0.183 ? "#ffffff" : "#101512";
}

/** The colours of a team as custom properties. */
export function shirt(team) {
  const letters = ink(team?.colour);
  return { "--team": tone(team?.colour), "--team-ink": letters, "--team-weave": letters === "#ffffff" ? "#00000038" : "#ffffff38" };
}

/** The relative luminance of a tone, 0 to 1 (WCAG 2.2). */
function brightness(hex) {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) return 1;
  const [r, g, b] = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return r * 0.2126 + g * 0.7152 + b * 0.0722;
}
