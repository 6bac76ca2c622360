// @ts-check
// The WebSocket to the server: opens it, keeps it alive, and reconnects when it is lost.

/** @typedef {import("./protocol.js").Reply} Reply */
/** @typedef {import("./protocol.js").Request} Request */

/**
 * @typedef {object} Listener
 * @property {() => Request} hello returns the first message of a connection
 * @property {(message: Reply) => void} receive
 * @property {() => void} opened
 * @property {() => void} lost the connection retries automatically
 * @property {(message: string) => void} refused the connection does not retry
 */

/** The delays between attempts, in milliseconds. The last one is repeated. */
const BACKOFF = [250, 500, 1000, 2000, 5000];

/** A connection without messages for this many milliseconds is dead: the server sends the board four times a second. */
const RECEIVE_TIMEOUT = 4000;

/** How often the page sends a ping, in milliseconds. */
const PING_INTERVAL = 15000;

export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  #listener;
  #url;
  #attempts = 0;
  #retryTimer = 0;
  #lastMessage = 0;

  /**
   * @param {string} url
   * @param {Listener} listener
   */
  constructor(url, listener) {
    this.#url = url;
    this.#listener = listener;
    setInterval(() => this.#checkTimeout(), RECEIVE_TIMEOUT / 4);
    setInterval(() => this.send({ type: "ping" }), PING_INTERVAL);
    addEventListener("online", () => this.#retryNow());
    addEventListener("visibilitychange", () => this.#retryNow());
  }

  /** Opens the socket without delay. */
  open() {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = 0;
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    this.#lastMessage = performance.now();
    let refused = false;
    socket.onopen = () => {
      socket.send(JSON.stringify(this.#listener.hello()));
    };
    socket.onmessage = ({ data }) => {
      if (socket !== this.#socket) return;
      this.#lastMessage = performance.now();
      /** @type {Reply} */
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
      if (!refused) this.#onLost();
    };
  }

  /**
   * Sends a message if there is a connection.
   * @param {Request} message
   */
  send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #onLost() {
    const wait = BACKOFF[Math.min(this.#attempts, BACKOFF.length - 1)];
    this.#attempts += 1;
    this.#listener.lost();
    // With jitter, so that pages do not all reconnect at the same moment.
    this.#retryTimer = setTimeout(() => this.open(), wait * (0.8 + 0.4 * Math.random()));
  }

  /** Gives up a dead connection: the network can fail without closing it. */
  #checkTimeout() {
    if (!this.#socket || performance.now() - this.#lastMessage < RECEIVE_TIMEOUT) return;
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
