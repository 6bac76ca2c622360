// @ts-check
// The WebSocket to the server: opens it, keeps it alive, and reconnects when it is lost.

import { machineName } from "./elements.js";

/** @typedef {import("./protocol.js").Reply} Reply */

/**
 * @typedef {object} Listener
 * @property {() => import("./protocol.js").FirstMessage} hello returns the first message of a connection
 * @property {(message: Reply) => void} receive
 * @property {() => void} opened
 * @property {(isStopped: boolean) => void} lost the connection retries automatically; the server may have said that it stops
 * @property {(message: string) => void} warned the player should know this; the connection goes on
 * @property {(message: string) => void} refused the connection does not retry
 */

/** The delays between attempts, in milliseconds. The last one is repeated. */
const BACKOFF = [250, 500, 1000, 2000, 5000];

/** A connection on which a request is not answered for this many milliseconds is dead. */
const ANSWER_TIMEOUT = 4000;

/** The server closes connections with this code when it stops. */
const GOING_AWAY = 1001;

/** How often the page sends a ping, in milliseconds. The server sends nothing while nothing changes. */
const PING_INTERVAL = 15000;

export const WORDS = {
  connecting: "Connecting",
  connected: "Connected",
  replaced: "Your machine no longer exists: the server was restarted, or the connection was lost for too long. This is a new one.",
};

export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  #listener;
  #url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/${machineName()}/socket`;
  #attempts = 0;
  /** Whether the server has said that it stops, since the last connection. */
  #isStopped = false;
  #retryTimer = 0;
  /** When the first request was sent that is not answered yet. */
  #unanswered = Infinity;
  /** Whether the page is left for the other machine, which keeps this one for a while, like a lost connection. */
  keepsMachine = false;

  /** @param {Listener} listener */
  constructor(listener) {
    this.#listener = listener;
    setInterval(() => this.#checkTimeout(), ANSWER_TIMEOUT / 4);
    setInterval(() => this.send({ type: "ping" }), PING_INTERVAL);
    addEventListener("online", () => this.#retryNow());
    addEventListener("visibilitychange", () => this.#retryNow());
    // A closed tab frees its machine.
    document.getElementById("other-machine")?.addEventListener("click", () => this.keepsMachine = true);
    addEventListener("pagehide", () => this.keepsMachine && this.#socket?.close());
  }

  /** Opens the socket without delay. */
  open() {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = 0;
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    this.#unanswered = performance.now();
    let refused = false;
    socket.onopen = () => {
      socket.send(JSON.stringify(this.#listener.hello()));
    };
    socket.onmessage = ({ data }) => {
      if (socket !== this.#socket) return;
      this.#unanswered = Infinity;
      /** @type {Reply} */
      const message = JSON.parse(data);
      if (message.type === "welcome") {
        this.#attempts = 0;
        this.#isStopped = false;
        this.#listener.opened();
      }
      if (message.type === "refused") {
        refused = true;
        this.#listener.refused(message.message);
      }
      this.#listener.receive(message);
    };
    socket.onclose = ({ code }) => {
      if (socket !== this.#socket) return;
      this.#socket = null;
      this.#isStopped ||= code === GOING_AWAY;
      if (!refused) this.#onLost();
    };
  }

  /**
   * Sends a message if there is a connection.
   * @param {unknown} message
   */
  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify(message));
    this.#unanswered = Math.min(this.#unanswered, performance.now());
  }

  #onLost() {
    const wait = BACKOFF[Math.min(this.#attempts, BACKOFF.length - 1)];
    this.#attempts += 1;
    this.#listener.lost(this.#isStopped);
    // With jitter, so that pages do not all reconnect at the same moment.
    this.#retryTimer = setTimeout(() => this.open(), wait * (0.8 + 0.4 * Math.random()));
  }

  /** Gives up a dead connection: the network can fail without closing it. */
  #checkTimeout() {
    if (!this.#socket || performance.now() - this.#unanswered < ANSWER_TIMEOUT) return;
    const socket = this.#socket;
    this.#socket = null;
    socket.close();
    this.#onLost();
  }

  /** Makes a scheduled attempt at once. */
  #retryNow() {
    if (this.#retryTimer && document.visibilityState === "visible") this.open();
  }
}
