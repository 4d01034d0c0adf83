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
export async function post(path, body) {
  for (;;) {
    const answer = await send(path, body);
    const told = await content(answer);
    if (answer.ok) return told;
    if (answer.status !== 401) throw new Refusal(answer.status, told);
    await askPin((pin) => send("/api/pin", { pin }));
  }
}

/** Gets JSON. */
export async function get(path) {
  const answer = await fetch(path, { cache: "no-store" });
  const told = await content(answer);
  if (!answer.ok) throw new Refusal(answer.status, told);
  return told;
}

function send(path, body) {
  const headers = { "Content-Type": "application/json" };
  return fetch(path, { method: "POST", headers, body: JSON.stringify(body), credentials: "same-origin" });
}

async function content(answer) {
  const text = await answer.text();
  try {
    return text ? JSON.parse(text) : {};
  } catch {
    return { message: `${answer.status} ${answer.statusText}` };
  }
}
