// @ts-check
// Connects the parts of the page of casino to the server. Shoe, bets and money are in the machine.

import { Autoplay } from "./autoplay.js";
import { Board, lightsInWords } from "./board.js";
import { burnedInWords } from "./cards.js";
import { CasinoAnnouncer } from "./casino_announcer.js";
import { CasinoShoe } from "./casino_shoe.js";
import { ClockButtons } from "./clock.js";
import { CasinoTable, credits } from "./casino_table.js";
import { ChosenCards } from "./chosen_cards.js";
import { byId } from "./elements.js";
import { setUpGuide } from "./guide.js";
import { CLOCK_IS_PAUSED, Hint } from "./hint.js";
import { History } from "./history.js";
import { Internals } from "./internals.js";
import { Keys } from "./keys.js";
import { Monitor } from "./monitor.js";
import { Roads } from "./roads.js";
import { Session } from "./session.js";
import { Switches } from "./switches.js";

/** @typedef {import("./protocol.js").BoardState} BoardMessage */
/** @typedef {import("./protocol.js").Casino} Casino */
/** @typedef {import("./protocol.js").Reply} Reply */

/** What the displays show. @type {Record<Casino["displays"], string>} */
const DISPLAYS = {
  cards: "cards", burn_card: "burn card", bankroll: "bankroll", stakes: "stakes", cards_before_cut: "cards before the cut card",
};

/** The switch of each bet. */
const BET_SWITCHES = { banker: 9, player: 8, tie: 7 };

/** The last messages received. @type {{ board?: BoardMessage, casino?: Casino }} */
const latest = {};

/** Whether KEY3 is held. */
let isResetHeld = false;

/** @type {Session<import("./protocol.js").CasinoRequest>} */
const session = new Session({
  ends: { lost: "shoe, bets and bankroll are", stopped: "shoe, bets and bankroll are lost" },
  receive,
  disconnected() {
    autoplay.stop();
    keys.disconnect();
    internals.stopClock();
  },
  // Before the first burn card of a tab, shoe and bankroll are those of any new tab.
  isLeavingCostly: () => !history.isEmpty || Boolean(latest.casino?.shoe.burn_card),
});
const { send } = session;

setUpGuide();
const hint = new Hint();
const announcer = new CasinoAnnouncer();
const board = new Board();
const switches = new Switches(switchName, moveSwitch);
const keys = new Keys([
  { number: 3, action: "new hand", shortcut: "R", latches: true },
  { number: 2, action: "bankroll", shortcut: "2", latches: true },
  { number: 1, action: "stakes", shortcut: "1", latches: true },
  { number: 0, action: "deal", shortcut: "Space" },
], moveKey);
const autoplay = new Autoplay(keys, ready, hint);
const table = new CasinoTable(autoplay, hint, (bet) => switches.toggle(BET_SWITCHES[bet]));
const shoe = new CasinoShoe();
const roads = new Roads();
const monitor = new Monitor();
const history = new History({ text: credits, number: String });
const chosenCards = new ChosenCards(autoplay, hint, send);
const internals = new Internals("casino", "The shoe's counter goes on by one card per cycle.", () => send({ type: "waveform" }));

const clockButtons = new ClockButtons(send, () => send({ type: "press" }));

await session.open();

/**
 * @param {number} key
 * @param {boolean} pressed
 */
function moveKey(key, pressed) {
  send({ type: "key", key, pressed });
  if (key === 3) isResetHeld = pressed;
  if (key === 0) hint.show(autoplay.isPaused ? CLOCK_IS_PAUSED : table.refusal(isResetHeld));
}

/**
 * @param {number} number
 * @param {boolean} on
 */
function moveSwitch(number, on) {
  send({ type: "switch", switch: number, on });
  const isInPlay = latest.casino && latest.casino.player.cards.length > 0 && latest.casino.outcome === null;
  if (isInPlay) hint.show("The bets of this hand are closed: the switches now set those of the next one.");
}

/** @param {number} number */
function switchName(number) {
  const bet = Object.entries(BET_SWITCHES).find(([, betSwitch]) => betSwitch === number);
  if (bet) return `SW${number}, bet on ${bet[0]}`;
  const chips = 1 << number;
  return `SW${number}, ${chips} ${chips === 1 ? "chip" : "chips"}`;
}

/** @returns {import("./autoplay.js").Ready} */
function ready() {
  switch (latest.casino?.release) {
    case "clear":
      return "clear";
    case "refused":
      return "nothing";
    case "burn":
      return "burn";
    default:
      return "deal";
  }
}

/** @param {Reply} message */
function receive(message) {
  switch (message.type) {
    case "welcome":
      history.clear();
      switches.forgetMoves();
      break;
    case "board":
      latest.board = message;
      showBoard();
      keys.show(message.keys);
      switches.show(message.switches);
      internals.showClock(message);
      clockButtons.show(message);
      autoplay.show(message);
      break;
    case "casino":
      showCasino(message);
      break;
    case "picture":
      void monitor.show(message.png);
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
      switches.forgetMoves();
      break;
  }
}

/** @param {Casino} message */
function showCasino(message) {
  const isNewlyOver = message.outcome !== null && latest.casino?.outcome === null;
  latest.casino = message;
  showBoard();
  table.show(message);
  shoe.show(message);
  announcer.update(message);
  hint.clear();
  if (isNewlyOver) autoplay.stop();
}

function showBoard() {
  if (!latest.board || !latest.casino) return;
  const { displays } = latest.casino;
  const isNumber = displays !== "cards" && displays !== "burn_card";
  byId("shows").textContent = `The displays show: ${DISPLAYS[displays]}`;
  board.show(latest.board, { lights: lights(latest.board.ledr, latest.casino), displays: isNumber ? DISPLAYS[displays] : undefined });
}

/**
 * Describes the lights.
 * @param {number} ledr
 * @param {Casino} casino
 */
function lights(ledr, { release, player, shoe: { burn_card } }) {
  if (release === "refused") return "all on, the stakes are refused";
  if (player.cards.length > 0) return lightsInWords(ledr);
  return ledr > 0 && burn_card ? burnedInWords(ledr) : "all off, bets are taken";
}
