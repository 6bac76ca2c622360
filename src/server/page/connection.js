// @ts-check
// The socket to the machine: opened, kept alive, opened again when it is lost.

/** @typedef {import("./messages.js").FromServer} FromServer */
/** @typedef {import("./messages.js").ToServer} ToServer */

/**
 * @typedef {object} Listener
 * @property {() => ToServer} greet the first message of every connection
 * @property {(message: FromServer) => void} receive
 * @property {() => void} opened
 * @property {() => void} lost the next attempt follows by itself
 * @property {(message: string) => void} refused there will be no other attempt
 */

/** Waits between attempts, in milliseconds; the last one is repeated. */
const BACKOFF = [250, 500, 1000, 2000, 5000];

/** The board is sent four times a second: after so many milliseconds without a word the line is dead. */
const SILENCE = 4000;

/** How often the page says that it is there, in milliseconds. */
const PING = 15000;

export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  #listener;
  #url;
  #attempts = 0;
  #retry = 0;
  #heard = 0;

  /**
   * @param {string} url
   * @param {Listener} listener
   */
  constructor(url, listener) {
    this.#url = url;
    this.#listener = listener;
    setInterval(() => this.#watch(), SILENCE / 4);
    setInterval(() => this.send({ type: "ping" }), PING);
    addEventListener("online", () => this.#hurry());
    addEventListener("visibilitychange", () => this.#hurry());
  }

  /** Opens the socket, now. */
  open() {
    clearTimeout(this.#retry);
    this.#retry = 0;
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    this.#heard = performance.now();
    let refused = false;
    socket.onopen = () => {
      socket.send(JSON.stringify(this.#listener.greet()));
    };
    socket.onmessage = ({ data }) => {
      if (socket !== this.#socket) return;
      this.#heard = performance.now();
      /** @type {FromServer} */
      const message = JSON.parse(data);
      if (message.type === "welcome") {
        this.#attempts = 0;
        this.#listener.opened();
      }
      if (message.type === "refused") {
        refused = true;
        this.#listener.refused(message.message);
      }
      this.#listener.receive(message);
    };
    socket.onclose = () => {
      if (socket !== this.#socket) return;
      this.#socket = null;
      if (!refused) this.#lose();
    };
  }

  /**
   * Sends a message if there is a connection.
   * @param {ToServer} message
   */
  send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #lose() {
    const wait = BACKOFF[Math.min(this.#attempts, BACKOFF.length - 1)];
    this.#attempts += 1;
    this.#listener.lost();
    // A little apart, so that many pages do not come back in the same instant.
    this.#retry = setTimeout(() => this.open(), wait * (0.8 + 0.4 * Math.random()));
  }

  /** Gives up a line on which nothing is heard: the network can go without closing it. */
  #watch() {
    if (!this.#socket || performance.now() - this.#heard < SILENCE) return;
    const socket = this.#socket;
    this.#socket = null;
    socket.close();
    this.#lose();
  }

  /** An attempt that waits is made at once. */
  #hurry() {
    if (this.#retry && document.visibilityState === "visible") this.open();
  }
}
