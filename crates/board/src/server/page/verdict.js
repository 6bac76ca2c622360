// @ts-check
// The verdict on a task5, and its first wrong hand on the board.

import { byId, onClick, setText } from "./elements.js";
import { send } from "./foreign.js";
import { SWITCHES } from "./switches.js";

/** @typedef {import("./reader.js").Judged} Judged */

/** How long a key stays as it is, in milliseconds, so that a person sees what it does. */
const KEY_TIME = 300;

/** The text of the button. */
const PLAY = "Play it on the board";

export class Verdict {
  #part = byId("verdict-part");
  #play = byId("play-hand");
  #say;
  /** The first wrong hand. @type {Judged["hand"]} */
  #hand = [];
  /** The hand that is being played. @type {symbol | undefined} */
  #playing;

  /** @param {(message: string) => void} say says what happens */
  constructor(say) {
    this.#say = say;
    onClick(this.#play, () => void (this.#playing ? this.#stop() : this.#playHand()));
  }

  hide() {
    this.#part.hidden = true;
    this.#stop();
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
    const play = this.#playing = Symbol();
    setText(this.#play, "Stop");
    this.#say("The board plays the first wrong hand.");
    byId("board").scrollIntoView({ block: "nearest" });
    send({ type: "pause" });
    // The judge has further inputs at 0, and its keys up at power-up.
    for (let number = 0; number < SWITCHES; number++) send({ type: "switch", switch: number, on: false });
    setKeys(0);
    send({ type: "power_up" });
    for (const { keys, cycles } of this.#hand) {
      setKeys(~keys);
      if (cycles > 0) send({ type: "cycles", count: cycles });
      await new Promise((resolve) => setTimeout(resolve, KEY_TIME));
      if (this.#playing !== play) return;
      // The visitor lets the clock run.
      if (!document.body.classList.contains("is-paused")) return this.#stop();
    }
    this.#stop();
    this.#say("The board shows the end of the first wrong hand. Its clock is paused.");
  }

  #stop() {
    if (!this.#playing) return;
    this.#playing = undefined;
    setText(this.#play, PLAY);
    setKeys(0);
  }
}

/** @param {number} pressed a bit for each key */
function setKeys(pressed) {
  for (let key = 0; key < 4; key++) send({ type: "key", key, pressed: (pressed >> key & 1) === 1 });
}
