// @ts-check
// The verdict on a task5, and its first wrong hand on the board.

import { byId, onClick } from "./elements.js";
import { send } from "./foreign.js";

/** @typedef {import("./reader.js").Judged} Judged */

/** How long a key stays as it is, in milliseconds, so that a person sees what it does. */
const KEY_TIME = 300;

export class Verdict {
  #part = byId("verdict-part");
  #play = byId("play-hand");
  /** The first wrong hand. @type {Judged["hand"]} */
  #hand = [];
  /** The number of times that a hand was begun, or the verdict hidden: what plays ends with the next one. */
  #plays = 0;

  constructor() {
    onClick(this.#play, () => void this.#playHand());
  }

  hide() {
    this.#part.hidden = true;
    this.#plays += 1;
  }

  /** @param {Judged} judged */
  show({ text, hand, parts }) {
    this.#hand = hand;
    this.#part.hidden = false;
    this.#play.hidden = hand.length === 0;
    byId("verdict").textContent = text;
    byId("verdict-files").hidden = parts.length === 0;
    for (const [index, id] of ["verdict-waveform", "verdict-diagram"].entries()) {
      const link = /** @type {HTMLAnchorElement} */ (byId(id));
      URL.revokeObjectURL(link.href);
      link.hidden = parts[index] === undefined;
      if (parts[index]) link.href = URL.createObjectURL(new Blob([parts[index]]));
    }
  }

  /** Plays the hand at the pins of the board, from power-up, in the cycles in which the judge has played it. The clock is paused then. */
  async #playHand() {
    this.#plays += 1;
    const number = this.#plays;
    byId("board").scrollIntoView({ block: "nearest" });
    send({ type: "pause" });
    send({ type: "power_up" });
    let pressed = 0;
    for (const [index, { keys, cycles }] of this.#hand.entries()) {
      // A 0 is a key that is pressed. At power-up, one that is held by the visitor may be.
      const next = ~keys & 15;
      for (let key = 0; key < 4; key++) {
        if (index === 0 || (pressed ^ next) >> key & 1) send({ type: "key", key, pressed: (next >> key & 1) === 1 });
      }
      pressed = next;
      for (let cycle = 0; cycle < cycles; cycle++) send({ type: "cycle" });
      await new Promise((resolve) => setTimeout(resolve, KEY_TIME));
      if (number !== this.#plays) return;
    }
  }
}
