// @ts-check
// Connects the parts of the page of task5 to the server.

import { Announcer } from "./announcer.js";
import { Bets } from "./task5_bets.js";
import { Board } from "./board.js";
import { ClockButtons } from "./clock.js";
import { ChosenCards } from "./chosen_cards.js";
import { byId } from "./elements.js";
import { Autoplay } from "./autoplay.js";
import { setUpGuide } from "./guide.js";
import { CLOCK_IS_PAUSED, HAND_IS_OVER, Hint } from "./hint.js";
import { History } from "./history.js";
import { Internals } from "./internals.js";
import { Keys } from "./keys.js";
import { atStake, money } from "./money.js";
import * as storage from "./storage.js";
import { Roads } from "./roads.js";
import { Session } from "./session.js";
import { Shoe } from "./task5_shoe.js";
import { Switches } from "./switches.js";
import { Table } from "./task5_table.js";

/** @typedef {import("./protocol.js").Reply} Reply */
/** @typedef {import("./protocol.js").Table} TableMessage */

/** The last table received. @type {TableMessage | undefined} */
let latest;

/** Whether KEY3 is held. */
let isResetHeld = false;

/** @type {Session<import("./protocol.js").Task5Request>} */
const session = new Session({
  saved: storage.savedPlayer,
  ends: { lost: "the hand is", stopped: "the hand and its stakes are lost; name and bankroll are kept in this browser" },
  receive,
  disconnected() {
    autoplay.stop();
    keys.disconnect();
    internals.stopClock();
  },
  isLeavingCostly: () => latest !== undefined && atStake(latest) > 0,
});
const { send } = session;

setUpGuide();
const hint = new Hint();
const announcer = new Announcer();
const board = new Board();
new Switches((number) => `SW${number}`, () => {});
const keys = new Keys([
  { number: 3, action: "new hand", shortcut: "R", latches: true },
  { number: 2, action: "", shortcut: "" },
  { number: 1, action: "", shortcut: "" },
  { number: 0, action: "deal", shortcut: "Space" },
], moveKey);
const autoplay = new Autoplay(keys, () => latest?.phase === "over" ? "clear" : "deal", hint);
const table = new Table(autoplay, hint);
const bets = new Bets(send, hint);
const shoe = new Shoe((decks) => send({ type: "shoe", decks }));
const roads = new Roads();
const history = new History({ text: money, number: (cents) => (cents / 100).toFixed(2) });
const chosenCards = new ChosenCards(autoplay, hint, send);
const internals = new Internals("task5", "The card counter advances one rank per cycle.", () => send({ type: "waveform" }));

const clockButtons = new ClockButtons(send, () => send({ type: "press" }));

byId("unsaved").hidden = await storage.claimPlayer();
await session.open();

/**
 * @param {number} key
 * @param {boolean} pressed
 */
function moveKey(key, pressed) {
  send({ type: "key", key, pressed });
  if (key === 3) {
    isResetHeld = pressed;
    showStakes();
  }
  if (key !== 0) return;
  if (autoplay.isPaused) hint.show(CLOCK_IS_PAUSED);
  else if (!isResetHeld && latest?.phase === "over") hint.show(HAND_IS_OVER);
}

/** Says what the hand in play loses if it does not end. */
function showStakes() {
  const stakes = latest ? atStake(latest) : 0;
  if (stakes === 0) hint.setLasting("");
  else if (isResetHeld) hint.setLasting(`KEY3 is held: releasing KEY0 now abandons the hand and loses ${money(stakes)}.`, "polite");
  else hint.setLasting(`${money(stakes)} at stake: a new hand before the end of this one, or closing this tab, loses it.`);
}

/** @param {Reply} message */
function receive(message) {
  switch (message.type) {
    case "welcome":
      history.clear();
      internals.showClocking(message);
      break;
    case "board":
      board.show(message);
      keys.show(message.keys);
      internals.showClock(message);
      clockButtons.show(message);
      autoplay.show(message);
      break;
    case "table":
      showTable(message);
      break;
    case "roads":
      roads.show(message);
      break;
    case "history":
      history.add(message.hands);
      internals.handIsOver();
      break;
    case "internals":
      internals.show(message);
      break;
    case "waveform":
      internals.showWaveform(message);
      break;
    case "chosen":
      chosenCards.deal(message.cards);
      break;
    case "error":
      autoplay.stop();
      // Shows the current shoe again if another one was selected.
      if (latest) shoe.show(latest);
      break;
  }
}

/** @param {TableMessage} message */
function showTable(message) {
  const isNewlyOver = message.phase === "over" && latest?.phase !== "over";
  const stakes = message.phase === "betting" && latest ? atStake(latest) : 0;
  const areLost = stakes > 0 && message.bankroll === latest?.bankroll;
  latest = message;
  table.show(message);
  bets.show(message);
  shoe.show(message);
  announcer.update(message);
  showStakes();
  hint.clear();
  if (areLost) hint.show(`The hand was abandoned: its stakes of ${money(stakes)} are lost.`);
  storage.savePlayer(message);
  if (isNewlyOver) autoplay.stop();
}
