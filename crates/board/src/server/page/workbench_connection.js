// @ts-check
// Takes the place of connection.js on the page that reads designs itself. It connects to the board of each design that is read.

import { design, onDesign } from "./board_design.js";
import { Connection as WorkerConnection } from "./worker_connection.js";

export const WORDS = {
  connecting: "No design",
  connected: "Running",
  /** Each design that is read is a new one. */
  replaced: "",
};

export class Connection extends WorkerConnection {
  /** @param {import("./connection.js").Listener} listener */
  constructor(listener) {
    super(listener);
    onDesign(() => super.open());
  }

  open() {
    if (design()) super.open();
  }

  design() {
    return design();
  }
}
