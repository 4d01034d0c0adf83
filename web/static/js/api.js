/** Writes to the table. Asks for the PIN when the table wants it. */

import { askPin } from "./pin.js";

/** What the table refused: `status`, `error` (a word), `message`, and whatever else it said. */
export class Refusal extends Error {
  constructor(status, told) {
    super(told.message ?? String(status));
    Object.assign(this, told, { status });
  }
}

/** Posts JSON; returns what came back. Throws a Refusal, or TypeError while the line is lost. */
export function post(path, body) {
  return guarded(() => send(path, body));
}

/** The same for who has a seat and no PIN: it never asks for one. */
export async function send(path, body) {
  const headers = { "Content-Type": "application/json" };
  return told(await fetch(path, { method: "POST", headers, body: JSON.stringify(body), credentials: "same-origin" }));
}

/** Gets JSON. */
export async function get(path) {
  return told(await fetch(path, { cache: "no-store" }));
}

/** Gets what changes: `get` gives null for an answer that a later asking has overtaken. */
export class Newest {
  asked = 0;

  async get(path) {
    const number = ++this.asked;
    const told = await get(path);
    return number === this.asked ? told : null;
  }
}

/** Gets JSON that only the referee may see. */
export function getGuarded(path) {
  return guarded(() => get(path));
}

async function guarded(attempt) {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (error.error !== "pin_awaited") throw error;
    }
    await askPin(unlocked);
  }
}

/** 204 for the right PIN, else the status of the refusal. */
function unlocked(pin) {
  return send("/api/pin", { pin }).then(() => 204, (error) => error.status ?? 0);
}

async function told(answer) {
  const said = await content(answer);
  if (!answer.ok) throw new Refusal(answer.status, said);
  return said;
}

async function content(answer) {
  const text = await answer.text();
  try {
    return text ? JSON.parse(text) : {};
  } catch {
    return { message: `${answer.status} ${answer.statusText}` };
  }
}
