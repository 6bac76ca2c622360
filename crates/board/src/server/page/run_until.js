// @ts-check
// The buttons that run the clock until something happens, and how the last run has ended.

import { byId, onClick, setText } from "./elements.js";

/** @typedef {import("./protocol.js").DesignRequest} DesignRequest */

export class RunUntil {
  #state = byId("run-state");

  /** @param {(request: DesignRequest) => void} send */
  constructor(send) {
    onClick(byId("run-display"), () => send({ type: "run_until", event: "display" }));
    onClick(byId("run-frame"), () => send({ type: "run_until", event: "frame" }));
  }

  /** @param {{ frames: boolean }} design */
  showDesign({ frames }) {
    byId("run-frame").hidden = !frames;
  }

  /** @param {{ run: string | null }} simulation */
  show({ run }) {
    setText(this.#state, run === null ? "" : `${run}.`);
  }
}
