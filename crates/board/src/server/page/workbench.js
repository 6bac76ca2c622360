// @ts-check
// The page that reads designs itself: their files, an editor, and what is wrong with them.

import "./foreign.js";
import { putOnBoard } from "./board_design.js";
import { chosen, dropped } from "./chosen_files.js";
import { Editor } from "./editor.js";
import { byId, html, onClick, setText } from "./elements.js";
import { FILES } from "./load_yosys.js";
import { Reader, yosysFolder } from "./reader.js";
import { sentence } from "./sentence.js";
import { designOf, linkTo } from "./shared_link.js";
import { StoredDesign } from "./stored_design.js";
import { zip } from "./zip.js";

/**
 * A design: its name, its files by their paths, and its top module if that is named.
 * @typedef {{ name: string, files: Map<string, Uint8Array<ArrayBuffer>>, top: string | null }} Design
 */

/** An example, with its name for visitors. @typedef {{ label: string, name: string, files: Record<string, string>, top: string | null }} Example */

/** The top module of the lab, which can be judged. */
const JUDGED_TOP = "task5";

/** How long after a change the design is stored, in milliseconds. */
const STORE_DELAY = 500;

/** How often the time that reading takes is shown, in milliseconds. */
const TICK = 1000;

/** What a file of a design can be called: a path without empty parts. */
const PATH = /^(?!.*(^|\/)\.{1,2}(\/|$))[^/\\:*?"<>|]+(\/[^/\\:*?"<>|]+)*$/;

const top = /** @type {HTMLInputElement} */ (byId("top"));
const examples = /** @type {HTMLSelectElement} */ (byId("examples"));
const section = byId("workbench");
const state = byId("workbench-state");
const editor = new Editor(changeText);
const reader = new Reader();
const stored = new StoredDesign();

/** @type {Design} */
let design = { name: "design", files: new Map(), top: null };
/** The design that was opened before this one. @type {Design | undefined} */
let before;
/** The path of the file in the editor. */
let shown = "";
/** What was read, until the design changes. @type {import("./reader.js").Read | undefined} */
let read;
let storeTimer = 0;

onClick(byId("run"), run);
onClick(byId("judge"), () => void judge());
onClick(byId("cancel"), () => reader.cancel());
onClick(byId("download"), download);
onClick(byId("share"), () => void share());
onClick(byId("undo-open"), () => before && open(before));
onClick(byId("remove-file"), removeFile);
top.addEventListener("change", () => changed());
examples.addEventListener("change", () => void openExample(Number(examples.value)));
byId("new-file").addEventListener("submit", addFile);
for (const id of ["open-files", "open-folder"]) {
  const input = /** @type {HTMLInputElement} */ (byId(id));
  input.addEventListener("change", () => {
    if (input.files?.length) void openChosen(chosen(input.files));
    input.value = "";
  });
}
addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) run();
});
// The whole page takes what is dropped.
addEventListener("dragover", (event) => {
  event.preventDefault();
  section.classList.add("dropping");
});
addEventListener("dragleave", (event) => event.relatedTarget ?? section.classList.remove("dropping"));
addEventListener("drop", (event) => {
  event.preventDefault();
  section.classList.remove("dropping");
  if (event.dataTransfer) void openChosen(dropped(event.dataTransfer));
});
addEventListener("hashchange", () => void openLink());
addEventListener("pagehide", () => void store());

const examplesRead = readExamples();
if (!await openLink()) await openStored();
void keepFiles();

/** Opens the design of the address. Returns whether it has one. */
async function openLink() {
  try {
    const linked = await designOf(location.hash);
    if (!linked) return false;
    open(linked);
    // A reload opens what the visitor has changed since.
    history.replaceState(null, "", location.pathname + location.search);
    return true;
  } catch (error) {
    say(text(error), true);
    return false;
  }
}

/** Opens the design of the last visit, or the first example. */
async function openStored() {
  const last = await stored.read();
  if (!last) return openExample(0);
  show(last.design);
  if (last.read) showRead(last.read);
}

async function readExamples() {
  const response = await fetch(new URL("./examples.json", import.meta.url));
  /** @type {Example[]} */
  const list = await response.json();
  examples.append(...list.map(({ label }, index) => html("option", { value: index }, label)));
  return list;
}

/** @param {number} index */
async function openExample(index) {
  const example = (await examplesRead)[index];
  examples.value = "";
  if (!example) return;
  const files = Object.entries(example.files).map(([path, contents]) => /** @type {const} */ ([path, new TextEncoder().encode(contents)]));
  open({ name: example.name, files: new Map(files), top: example.top });
}

/** @param {Promise<{ name: string, files: Design["files"] }>} choice */
async function openChosen(choice) {
  try {
    open({ ...await choice, top: null });
  } catch (error) {
    say(text(error), true);
  }
}

/**
 * Shows another design, and reads it.
 * @param {Design} other
 */
function open(other) {
  if (design.files.size > 0 && design !== other) before = design;
  show(other);
  run();
}

/** @param {Design} other */
function show(other) {
  design = other;
  read = undefined;
  byId("judge").hidden = true;
  byId("verdict-part").hidden = true;
  top.value = design.top ?? "";
  byId("undo-open").hidden = before === undefined;
  showFiles();
  showFile(firstFile());
  showMessages([]);
}

/** The file with the top module, as far as its name says that, or else the first source. */
function firstFile() {
  const paths = [...design.files.keys()];
  const sources = paths.filter((path) => /\.s?v$/i.test(path));
  const names = [design.top, design.name].map((name) => new RegExp(`(^|/)${name}\\.s?v$`, "i"));
  return names.flatMap((name) => sources.filter((path) => name.test(path)))[0] ?? sources[0] ?? paths[0] ?? "";
}

function showFiles() {
  byId("source-files").replaceChildren(...[...design.files.keys()].map((path) => {
    const button = html("button", { type: "button", "aria-current": String(path === shown) }, path);
    onClick(button, () => showFile(path));
    return html("li", {}, button);
  }));
}

/** @param {string} path */
function showFile(path) {
  shown = path;
  for (const button of byId("source-files").querySelectorAll("button")) {
    button.setAttribute("aria-current", String(button.textContent === path));
  }
  const bytes = design.files.get(path);
  editor.show(bytes ? asText(bytes) : "", path ? `Source of ${path}` : "Source");
  markLines();
}

/**
 * The text in a file; null if it has none.
 * @param {Uint8Array} bytes
 */
function asText(bytes) {
  return bytes.includes(0) ? null : new TextDecoder().decode(bytes);
}

/** @param {string} value of the editor */
function changeText(value) {
  const path = shown || "design.sv";
  design.files.set(path, new TextEncoder().encode(value));
  if (!shown) {
    shown = path;
    showFiles();
  }
  changed();
}

/** Something of the design has changed. */
function changed() {
  design.top = top.value.trim() || null;
  if (read) say("The design has changed. What runs is the one before.");
  read = undefined;
  clearTimeout(storeTimer);
  storeTimer = setTimeout(() => void store(), STORE_DELAY);
}

async function store() {
  clearTimeout(storeTimer);
  return stored.write({ design, read });
}

/** @param {SubmitEvent} event */
function addFile(event) {
  event.preventDefault();
  const name = /** @type {HTMLInputElement} */ (byId("new-file-name"));
  const path = name.value.trim();
  if (!PATH.test(path) || design.files.has(path)) {
    say(path === "" ? "Name the new file, such as counter.sv." : design.files.has(path) ? `There is a file ${path}.` : `${path} cannot be the name of a file.`, true);
    return;
  }
  name.value = "";
  design.files.set(path, new Uint8Array(0));
  changed();
  shown = path;
  showFiles();
  showFile(path);
}

function removeFile() {
  if (!design.files.delete(shown)) return;
  changed();
  showFiles();
  showFile(firstFile());
}

function run() {
  design.top = top.value.trim() || null;
  void readDesign();
}

async function readDesign() {
  const { result, seconds } = await ask(false);
  if (!result) return;
  if ("read" in result) {
    showRead(result.read);
    say(`Read in ${seconds} s: ${summary(result.read)}`);
  }
  void store();
}

/** Judges the design as a task5 of the lab. */
async function judge() {
  const { result, seconds } = await ask(true);
  if (!result || !("judged" in result)) return;
  const { passed, text: verdict, parts } = result.judged;
  say(passed ? `Every hand is right (${seconds} s).` : `Not every hand is right (${seconds} s). The verdict below says why.`, !passed);
  byId("verdict-part").hidden = false;
  byId("verdict").textContent = verdict;
  byId("verdict-files").hidden = parts.length === 0;
  for (const [index, id] of ["verdict-waveform", "verdict-diagram"].entries()) {
    const link = /** @type {HTMLAnchorElement} */ (byId(id));
    URL.revokeObjectURL(link.href);
    if (parts[index]) link.href = URL.createObjectURL(new Blob([parts[index]]));
  }
}

/**
 * Asks the reader, and says what it does. Returns nothing if that was cancelled or another design was opened meanwhile.
 * @param {boolean} isJudged
 */
async function ask(isJudged) {
  const start = performance.now();
  const seconds = (/** @type {number} */ digits) => ((performance.now() - start) / 1000).toFixed(digits);
  let step = "Reading the sources";
  const tick = () => say(`${step}, ${seconds(0)} s`);
  const timer = setInterval(tick, TICK);
  say(step);
  byId("cancel").hidden = false;
  const wanted = design;
  const result = await reader.read({ files: design.files, top: design.top, isJudged }, (progress) => {
    step = progress;
    tick();
  });
  clearInterval(timer);
  // Another design is being read.
  if (design !== wanted) return {};
  byId("cancel").hidden = true;
  if (!result) say("Cancelled.");
  else if ("refused" in result) {
    showMessages([result.refused]);
    say(`The design cannot be ${isJudged ? "judged" : "read"}. The messages below say why.`, true);
  }
  return { result, seconds: seconds(1) };
}

/** @param {import("./reader.js").Read} result */
function showRead(result) {
  read = result;
  byId("judge").hidden = result.top !== JUDGED_TOP;
  byId("verdict-part").hidden = true;
  showMessages(result.warnings);
  say(summary(result));
  byId("read-by").textContent = `Read by ${result.reader}. Yosys is free software (ISC licence), and so is slang (MIT licence).`;
  putOnBoard(result.design);
}

/** @param {import("./reader.js").Read} result */
function summary({ top: name, warnings }) {
  const count = warnings.length === 0 ? "" : warnings.length === 1 ? ", with one warning" : `, with ${warnings.length} warnings`;
  return `${name} runs on the board${count}.`;
}

/** @param {string[]} messages */
function showMessages(messages) {
  byId("messages-part").hidden = messages.length === 0;
  byId("messages").replaceChildren(...messages.map((message) => {
    const places = placesOf(message).map(({ path, line }) => {
      const button = html("button", { type: "button" }, `${path}:${line}`);
      onClick(button, () => {
        showFile(path);
        editor.select(line);
      });
      return button;
    });
    return html("li", {}, ...places, message);
  }));
  markLines();
}

/**
 * The lines that a message names, in the files of the design.
 * @param {string} message
 */
function placesOf(message) {
  const places = [...message.matchAll(/([^\s`'"():]+):(\d+)/g)].map(([, path, line]) => ({ path, line: Number(line) }));
  const known = places.filter(({ path, line }) => design.files.has(path) && line > 0);
  return known.filter((one, index) => known.findIndex((other) => other.path === one.path && other.line === one.line) === index);
}

function markLines() {
  const messages = [...byId("messages").children].map((message) => message.lastChild?.textContent ?? "");
  editor.mark(messages.flatMap(placesOf).filter(({ path }) => path === shown).map(({ line }) => line));
}

function download() {
  const url = URL.createObjectURL(zip(design.files));
  const link = html("a", { href: url, download: `${design.name.replace(/[^\w.-]+/g, "_") || "design"}.zip` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), TICK);
}

async function share() {
  const link = await linkTo(design);
  if (!link) return say("The design is too large for a link. Send the .zip instead.", true);
  try {
    await navigator.clipboard.writeText(link);
    say(`The link is in the clipboard: ${link.length.toLocaleString("en")} characters, which contain the design.`);
  } catch {
    // Browsers may not allow it. The address can be copied by hand.
    history.replaceState(null, "", link);
    say("The address of this page is the link now: copy it.");
  }
}

/**
 * @param {string} message
 * @param {boolean} isWrong
 */
function say(message, isWrong = false) {
  state.dataset.state = isWrong ? "wrong" : "";
  setText(state, message);
}

/** @param {unknown} error */
function text(error) {
  return sentence(error instanceof Error ? error.message : String(error));
}

/** Keeps the files of the page in the browser. Over plain HTTP, browsers do not offer that. */
async function keepFiles() {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register(new URL("service_worker.js", document.baseURI));
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage(FILES.map((name) => new URL(name, yosysFolder()).href));
  } catch (error) {
    console.warn(error);
  }
}
