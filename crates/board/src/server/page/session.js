// @ts-check
// The session of a page: its connection, its token, and the notices about them.

import { Connection } from "./connection.js";
import { Notices } from "./notices.js";
import * as storage from "./storage.js";

/** @typedef {import("./protocol.js").Reply} Reply */
/** @typedef {import("./protocol.js").Saved} Saved */

/**
 * @typedef {object} Page
 * @property {() => Saved | null} [saved] the values for a new session
 * @property {import("./notices.js").Ends} ends what becomes of the machine
 * @property {(message: Reply) => void} receive
 * @property {() => void} disconnected
 * @property {() => boolean} [isLeavingCostly] whether closing the tab loses something
 */

/** What pages ask without an action of the player. */
const AUTOMATIC = ["waveform", "visibility", "find"];

/** @template {{ type: string, pressed?: boolean }} Request what the page can ask */
export class Session {
  #connection;
  notices;

  /** @param {Page} page */
  constructor({ saved = () => null, ends, receive, disconnected, isLeavingCostly = () => false }) {
    this.#connection = new Connection({
      hello: () => ({ type: "hello", token: storage.token(), saved: saved() }),
      receive: (message) => {
        this.#note(message);
        receive(message);
      },
      opened: () => this.notices.connected(),
      lost: (isStopped) => {
        disconnected();
        this.notices.lost(isStopped);
      },
      warned: (message) => this.notices.error(message),
      refused: (message) => {
        disconnected();
        this.notices.refused(message);
      },
    });
    addEventListener("beforeunload", (event) => {
      if (!this.#connection.keepsMachine && isLeavingCostly()) event.preventDefault();
    });
    this.notices = new Notices(() => this.#connection.open(), ends);
  }

  /** Connects, unless another tab has the token: then without it. */
  async open() {
    await storage.dropDuplicateToken();
    this.#connection.open();
  }

  /** Sends a message if there is a connection. The player's next action ends an error. @type {(message: Request) => void} */
  send = (message) => {
    const isRelease = message.pressed === false;
    if (!isRelease && !AUTOMATIC.includes(message.type)) this.notices.dismiss();
    this.#connection.send(message);
  };

  /** @param {Reply} message */
  #note(message) {
    if (message.type === "welcome") {
      this.notices.dismiss();
      if (storage.token() !== null && !message.resumed) this.notices.replaced();
      storage.saveToken(message.token);
    }
    if (message.type === "error") this.notices.error(message.message);
  }
}
