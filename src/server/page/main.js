// @ts-check
// The page: every message from the machine goes to those who show it, every hand on the page to the machine.

import { Announcer } from "./announcer.js";
import { Bets } from "./bets.js";
import { Board } from "./board.js";
import { Connection } from "./connection.js";
import { AutoDealer } from "./auto-dealer.js";
import { Internals } from "./internals.js";
import { Keys } from "./keys.js";
import * as storage from "./storage.js";
import { Notices } from "./notices.js";
import { Roads } from "./roads.js";
import { Shoe } from "./shoe.js";
import { Table } from "./table.js";

/** @typedef {import("./messages.js").FromServer} FromServer */
/** @typedef {import("./messages.js").Table} TableMessage */

/** The table as last heard of. @type {TableMessage | undefined} */
let latest;

/** Whether nothing has been heard of the table since the welcome. */
let greeted = false;

const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`;
const connection = new Connection(address, {
  greet: () => ({ type: "hello", token: storage.token(), saved: storage.purse() }),
  receive,
  opened: () => notices.connected(),
  lost: disconnected(() => notices.lost()),
  refused: disconnected((/** @type {string} */ message) => notices.refused(message)),
});

const notices = new Notices(() => connection.open());
const announcer = new Announcer();
const board = new Board();
const keys = new Keys((key, pressed) => connection.send({ type: "key", key, pressed }));
const dealer = new AutoDealer(keys, () => latest?.phase);
const table = new Table(dealer);
const bets = new Bets((message) => connection.send(message));
const shoe = new Shoe((decks) => connection.send({ type: "shoe", decks }));
const roads = new Roads();
const internals = new Internals(() => connection.send({ type: "waveform" }));

await storage.settleToken();
connection.open();

/** @param {FromServer} message */
function receive(message) {
  switch (message.type) {
    case "welcome":
      notices.dismiss();
      if (storage.token() !== null && !message.resumed) notices.replaced();
      storage.keepToken(message.token);
      // Its table comes next, and is no answer to anything.
      greeted = true;
      internals.showClocking(message);
      break;
    case "board":
      board.show(message);
      keys.show(message.keys);
      internals.showClock(message);
      break;
    case "table":
      showTable(message);
      break;
    case "roads":
      roads.show(message);
      break;
    case "internals":
      internals.show(message);
      break;
    case "waveform":
      internals.showWaveform(message);
      break;
    case "error":
      notices.error(message.message);
      // A choice that was not taken is not shown as taken.
      if (latest) shoe.show(latest);
      break;
  }
}

/** @param {TableMessage} message */
function showTable(message) {
  const over = message.phase === "over" && latest?.phase !== "over";
  latest = message;
  // Something was taken since.
  if (!greeted) notices.dismiss();
  greeted = false;
  table.show(message);
  bets.show(message);
  shoe.show(message);
  announcer.table(message);
  storage.keepPurse(message);
  if (over) {
    dealer.stop();
    internals.handIsOver();
  }
}

/**
 * Nobody's finger reaches the board any more.
 * @template {unknown[]} Arguments
 * @param {(...given: Arguments) => void} say
 * @returns {(...given: Arguments) => void}
 */
function disconnected(say) {
  return (...given) => {
    dealer.stop();
    keys.releaseAll();
    keys.show([false, false, false, false]);
    say(...given);
  };
}
