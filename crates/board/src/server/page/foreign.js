// @ts-check
// Connects the parts of the page of any design to the server.

import { AudioOut } from "./audio_out.js";
import { Board, listLights } from "./board.js";
import { ClockButtons } from "./clock.js";
import { CycleCounter } from "./cycle_counter.js";
import { byId, html, onClick, setText } from "./elements.js";
import { FrequencySlider } from "./frequency.js";
import { Headers } from "./headers.js";
import { Keys } from "./keys.js";
import { LedMatrix } from "./led_matrix.js";
import { Monitor } from "./monitor.js";
import { MonitorTools } from "./monitor_tools.js";
import { Ps2Keyboard } from "./ps2_keyboard.js";
import { Ps2Mouse } from "./ps2_mouse.js";
import { Radixes } from "./radix.js";
import { hertz, realTime } from "./rate.js";
import { Recording } from "./recording.js";
import { RunUntil } from "./run_until.js";
import { Session } from "./session.js";
import { Signals } from "./signals.js";
import { Switches } from "./switches.js";
import { Terminal } from "./terminal.js";

/** @typedef {import("./protocol.js").BoardState} BoardMessage */
/** @typedef {import("./protocol.js").DesignSummary} DesignSummary */
/** @typedef {import("./protocol.js").Reply} Reply */
/** @typedef {import("./protocol.js").Simulation} Simulation */

/** What a connected key is said to do: only the design knows. */
const CONNECTED = "connected";

/** @type {Session<import("./protocol.js").DesignRequest>} */
const session = new Session({
  ends: { lost: "the state of the design is", stopped: "the state of the design is lost" },
  receive,
  disconnected,
});
export const { send } = session;

const board = new Board(false);
const switches = new Switches((number) => `SW${number}`, (number, on) => send({ type: "switch", switch: number, on }));
const keys = new Keys([3, 2, 1, 0].map((number) => ({
  number, action: CONNECTED, shortcut: number === 0 ? "Space" : String(number), latches: true,
})), (key, pressed) => send({ type: "key", key, pressed }));
const ps2Keyboard = new Ps2Keyboard(send);
const ps2Mouse = new Ps2Mouse(send);
const audioOut = new AudioOut(send);
const monitor = new Monitor();
const monitorTools = new MonitorTools();
const ledMatrix = new LedMatrix();
const headers = new Headers(send);
const terminal = new Terminal(send);
const clockButtons = new ClockButtons(send);
const runUntil = new RunUntil(send);
const cycles = new CycleCounter(byId("cycles"), (text) => `${text} since power-up`);
const frequency = new FrequencySlider((hertz) => send({ type: "frequency", hertz }));
const radixes = new Radixes();
const signals = new Signals(send, radixes, () => recording.radixChanged());
const recording = new Recording(radixes, () => send({ type: "waveform" }), () => signals.recordAgain());
// Without this, hidden tabs would take the time of the one that is seen.
const sendVisibility = () => send({ type: "visibility", hidden: document.hidden });
document.addEventListener("visibilitychange", sendVisibility);
for (const id of ["power-up", "failure-power-up"]) onClick(byId(id), () => send({ type: "power_up" }));

await session.open();

/** @param {Reply} message */
function receive(message) {
  switch (message.type) {
    case "welcome":
      forgetUnconfirmed();
      sendVisibility();
      break;
    case "design":
      showDesign(message);
      signals.find();
      break;
    case "board":
      showBoard(message);
      break;
    case "simulation":
      showSimulation(message);
      break;
    case "found":
      signals.showFound(message);
      // The last of the first messages: all is where it stays.
      delete byId("main").dataset.loading;
      break;
    case "picture":
      void monitor.show(message.png);
      monitorTools.showPicture(message.png);
      break;
    case "received":
      terminal.receive(message);
      break;
    case "samples":
      audioOut.play(message);
      break;
    case "waveform":
      recording.showWaveform(message);
      break;
    case "error":
      forgetUnconfirmed();
      break;
  }
}

/** Forgets the keys that are held. */
function disconnected() {
  keys.disconnect();
  ps2Keyboard.disconnect();
  ps2Mouse.disconnect();
  audioOut.disconnect();
  byId("rate").textContent = "CLOCK_50";
  cycles.stop();
}

/** Forgets what was chosen on the page and is not confirmed by the server. */
function forgetUnconfirmed() {
  switches.forgetMoves();
  frequency.forgetChoice();
  signals.forgetChanges();
  terminal.forgetChoice();
}

/** @param {BoardMessage} message */
function showBoard(message) {
  const { ledr, rate, paused } = message;
  board.show(message, { lights: listLights(ledr), displays: "" });
  keys.show(message.keys);
  switches.show(message.switches);
  clockButtons.show(message);
  cycles.show(message);
  const text = paused ? "0 Hz, paused" : rate === null ? "" : `${hertz(rate)} simulated, ${realTime(rate)}`;
  setText(byId("rate"), text === "" ? "CLOCK_50" : `CLOCK_50: ${text}`);
}

/** @param {Simulation} message */
function showSimulation(message) {
  frequency.show(message.frequency);
  signals.showTraced(message.traced);
  ps2Keyboard.show(message.keyboard);
  ps2Mouse.show(message.mouse);
  audioOut.show(message.audio);
  ledMatrix.show(message.leds);
  headers.show(message.headers);
  terminal.show(message.terminal);
  runUntil.show(message);
  recording.show(message);
  setText(byId("slow"), message.slow === null ? "" : `${message.slow}.`);
  setText(byId("monitor-mode"), message.monitor ?? "");
  showBanner("failure", message.failure === null ? "" : `The simulation has stopped: ${message.failure}.`);
  showBanner("problem", message.problem === null ? "" : `The sources have changed, but cannot be read. The design is that of before.\n${message.problem}`);
}

/**
 * Shows a banner with a text, or hides it.
 * @param {string} id
 * @param {string} text
 */
function showBanner(id, text) {
  byId(id).hidden = text === "";
  setText(byId(`${id}-text`), text);
}

/** @param {DesignSummary} design */
function showDesign(design) {
  document.title = `${design.name} on a DE1-SoC`;
  byId("design-name").textContent = design.name;
  byId("vcd").setAttribute("download", `${design.name}.vcd`);
  design.keys.forEach((isConnected, key) => keys.setAction(key, isConnected ? CONNECTED : ""));
  switches.showConnected(design.switches);
  headers.showPins(design.headers);
  terminal.showPins(design.headers);
  runUntil.showDesign(design);
  monitorTools.showDesign(design);
  const { monitor: vga, keyboard, mouse, audio, matrix } = design;
  const connected = { vga, keyboard, mouse, audio, matrix, headers: design.headers.some((pins) => pins.length > 0) };
  for (const [id, isConnected] of Object.entries(connected)) {
    byId(id).hidden = !isConnected;
    byId(`${id}-link`).hidden = !isConnected;
  }
  byId("main").classList.toggle("with-monitor", design.monitor);
  byId("main").classList.toggle("has-keyboard", design.keyboard);
  for (const [id, number] of /** @type {const} */ ([["gates", design.gates], ["registers", design.registers], ["signal-count", design.signals]])) {
    byId(id).textContent = number.toLocaleString("en");
  }
  const list = (/** @type {string} */ id, /** @type {string[]} */ texts) =>
    byId(id).replaceChildren(...texts.map((text) => html("li", {}, text)));
  list("connected", design.connected);
  list("unconnected", design.unconnected.length > 0 ? design.unconnected : ["none"]);
  list("warnings", design.warnings);
  byId("warnings-title").textContent = design.warnings.length === 1 ? "1 warning" : `${design.warnings.length} warnings`;
  byId("warnings-details").hidden = design.warnings.length === 0;
}
