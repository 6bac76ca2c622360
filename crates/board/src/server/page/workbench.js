// @ts-check
// The page that reads designs itself: their files, an editor, and what is wrong with them.

import "./foreign.js";
import { putOnBoard } from "./board_design.js";
import { chosen, dropped } from "./chosen_files.js";
import { download } from "./download.js";
import { Editor } from "./editor.js";
import { byId, html, onClick, setText } from "./elements.js";
import { FILES } from "./load_yosys.js";
import { Messages } from "./messages.js";
import { Reader, yosysFolder } from "./reader.js";
import { sentence } from "./sentence.js";
import { designOf, linkTo } from "./shared_link.js";
import { StoredDesign } from "./stored_design.js";
import { asText, isPath } from "./text_file.js";
import { Verdict } from "./verdict.js";
import { webFile } from "./web_file.js";
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

const top = /** @type {HTMLInputElement} */ (byId("top"));
const examples = /** @type {HTMLSelectElement} */ (byId("examples"));
const section = byId("workbench");
const state = byId("workbench-state");
const editor = new Editor(changeText);
const messages = new Messages(({ path, line }) => showLine(path, line));
const reader = new Reader();
const stored = new StoredDesign();
const verdict = new Verdict(say);

/** Each change makes another one. @type {Design} */
let design = { name: "design", files: new Map(), top: null };
/** The design that was opened before this one. @type {Design | undefined} */
let before;
/** The path of the file in the editor. */
let shown = "";
/** What was read, until the design changes. @type {import("./reader.js").Read | undefined} */
let read;
let storeTimer = 0;
/** Whether something was opened, changed or read that is not stored. */
let isUnstored = false;
/** The number of times that the reader was asked. */
let requests = 0;

onClick(byId("run"), run);
onClick(byId("judge"), () => void judge());
onClick(byId("cancel"), () => {
  reader.cancel();
  byId("run").focus();
});
onClick(byId("download"), () => download(zip(design.files), `${design.name.replace(/[^\w.-]+/g, "_") || "design"}.zip`));
onClick(byId("share"), () => void share());
onClick(byId("undo-open"), () => before && open(before));
onClick(byId("remove-file"), removeFile);
top.addEventListener("change", () => changed());
onClick(byId("open-example"), () => void openExample(Number(examples.value)));
byId("new-file").addEventListener("submit", addFile);
for (const id of ["open-files", "open-folder"]) {
  const input = /** @type {HTMLInputElement} */ (byId(id));
  input.addEventListener("change", () => {
    if (input.files?.length) void openChosen(chosen(input.files));
    input.value = "";
  });
}
addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.repeat) run();
});
// The whole page takes what is dropped.
addEventListener("dragover", (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  section.classList.add("dropping");
});
addEventListener("dragleave", (event) => event.relatedTarget ?? section.classList.remove("dropping"));
addEventListener("drop", (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  section.classList.remove("dropping");
  if (event.dataTransfer) void openChosen(dropped(event.dataTransfer));
});
section.addEventListener("show-place", (event) => {
  const [, path, line] = /** @type {CustomEvent<string>} */ (event).detail.match(/^(.*):(\d+)$/) ?? [];
  if (design.files.has(path)) showLine(path, Number(line));
  else say(`There is no file ${path} any more.`, true);
});
addEventListener("hashchange", async () => {
  const { linked, problem } = await readLink();
  if (linked) open(linked);
  if (problem) say(problem, true);
});
addEventListener("pagehide", () => void store());

const examplesRead = readExamples();
const { linked, problem } = await readLink();
const last = await stored.read();
// The design of the last visit, which a link does not replace for good, or the first example.
if (last) {
  before = last.before;
  show(last.design);
}
if (linked) open(linked);
else if (!last) await openExample(0);
else if (last.read && last.version === import.meta.url) showRead(last.read);
else run();
if (problem) say(problem, true);
void keepFiles();

/** @param {DragEvent} event */
function hasFiles({ dataTransfer }) {
  return dataTransfer?.types.includes("Files") ?? false;
}

/** Returns the design of the address, or what is wrong with that. */
async function readLink() {
  try {
    const found = await designOf(location.hash);
    if (found) forgetLink();
    return { linked: found };
  } catch (error) {
    return { problem: text(error) };
  }
}

/** A reload opens what the visitor has changed since. */
function forgetLink() {
  if (location.hash.startsWith("#design=")) history.replaceState(null, "", location.pathname + location.search);
}

async function readExamples() {
  const response = await webFile(new URL("./examples.json", import.meta.url));
  /** @type {Example[]} */
  const list = await response.json();
  examples.append(...list.map(({ label }, index) => html("option", { value: index }, label)));
  return list;
}

/** @param {number} index */
async function openExample(index) {
  const example = (await examplesRead)[index];
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
  isUnstored = true;
  run();
}

/** @param {Design} other */
function show(other) {
  design = other;
  read = undefined;
  byId("judge").hidden = true;
  verdict.hide();
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
  const isOf = (/** @type {string} */ path, /** @type {string | null} */ name) =>
    path.split("/").pop()?.replace(/\.s?v$/i, "").toLowerCase() === name?.toLowerCase();
  return [design.top, design.name].flatMap((name) => sources.filter((path) => isOf(path, name)))[0] ?? sources[0] ?? paths[0] ?? "";
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
  editor.mark(messages.lines(shown));
}

/**
 * @param {string} path
 * @param {number} line from 1
 */
function showLine(path, line) {
  showFile(path);
  editor.select(line);
}

/** @param {string} value of the editor */
function changeText(value) {
  const path = shown || "design.sv";
  changed((files) => files.set(path, new TextEncoder().encode(value)));
  if (!shown) {
    shown = path;
    showFiles();
  }
}

/**
 * Something of the design has changed.
 * @param {(files: Design["files"]) => void} change of its files
 */
function changed(change = () => {}) {
  design = { ...design, files: new Map(design.files), top: top.value.trim() || null };
  change(design.files);
  isUnstored = true;
  forgetLink();
  verdict.hide();
  if (read) say("The design has changed. What runs is the one before.");
  read = undefined;
  clearTimeout(storeTimer);
  storeTimer = setTimeout(() => void store(), STORE_DELAY);
}

async function store() {
  clearTimeout(storeTimer);
  if (!isUnstored) return;
  isUnstored = false;
  setText(byId("not-kept"), await stored.write({ design, read, before, version: import.meta.url }));
}

/** @param {SubmitEvent} event */
function addFile(event) {
  event.preventDefault();
  const name = /** @type {HTMLInputElement} */ (byId("new-file-name"));
  const path = name.value.trim();
  if (!isPath(path) || design.files.has(path)) {
    say(path === "" ? "Name the new file, such as counter.sv." : design.files.has(path) ? `There is a file ${path}.` : `${path} cannot be the name of a file.`, true);
    return;
  }
  name.value = "";
  changed((files) => files.set(path, new Uint8Array(0)));
  shown = path;
  showFiles();
  showFile(path);
}

function removeFile() {
  if (!design.files.has(shown)) return;
  before = design;
  byId("undo-open").hidden = false;
  changed((files) => files.delete(shown));
  showFiles();
  showFile(firstFile());
}

function run() {
  if ((top.value.trim() || null) !== design.top) changed();
  void readDesign();
}

async function readDesign() {
  const { result, seconds, isCurrent } = await ask(false);
  if (!result) return;
  if ("read" in result) {
    showRead(result.read);
    say(`Read in ${seconds} s: ${summary(result.read)}${isCurrent ? "" : " The design has changed since."}`);
    if (!isCurrent) read = undefined;
    void keepYosys();
  }
  isUnstored = true;
  void store();
}

/** Judges the design as a task5 of the lab. */
async function judge() {
  verdict.hide();
  // The board gets the design whose hand it plays.
  if (!read) await readDesign();
  if (read?.top !== JUDGED_TOP) return;
  const { result, seconds, isCurrent } = await ask(true);
  if (!result || !("judged" in result)) return;
  if (!isCurrent) return say("The design has changed while it was judged: judge it again.");
  const { passed } = result.judged;
  say(passed ? `Every hand is right (${seconds} s).` : `Not every hand is right (${seconds} s). The verdict below says why.`, !passed);
  verdict.show(result.judged);
}

/**
 * Asks the reader, and says what it does. Returns the result, unless that was cancelled or the reader was asked again, and whether
 * the design is still the same.
 * @param {boolean} isJudged
 */
async function ask(isJudged) {
  const start = performance.now();
  const seconds = (/** @type {number} */ digits) => ((performance.now() - start) / 1000).toFixed(digits);
  let detail = "";
  // Screen readers say each step, not each second.
  const tick = () => setText(byId("workbench-time"), [detail, `${seconds(0)} s`].filter((part) => part !== "").join(", "));
  const timer = setInterval(tick, TICK);
  say("Reading the sources");
  byId("cancel").hidden = false;
  const request = requests += 1;
  const wanted = design;
  const result = await reader.read({ files: design.files, top: design.top, isJudged }, (progress) => {
    if (request !== requests) return;
    say(progress.step);
    detail = progress.detail;
    tick();
  });
  clearInterval(timer);
  // It has been asked again meanwhile.
  if (request !== requests) return {};
  setText(byId("workbench-time"), "");
  byId("cancel").hidden = true;
  if (!result) say("Cancelled.");
  else if ("refused" in result) {
    showMessages([result.refused]);
    say(`The design cannot be ${isJudged ? "judged" : "read"}. The messages below say why.`, true);
  }
  return { result, seconds: seconds(1), isCurrent: design === wanted };
}

/** @param {import("./reader.js").Read} result */
function showRead(result) {
  read = result;
  byId("judge").hidden = result.top !== JUDGED_TOP;
  verdict.hide();
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

/** @param {string[]} list */
function showMessages(list) {
  messages.show(list, [...design.files.keys()]);
  editor.mark(messages.lines(shown));
}

async function share() {
  const binary = [...design.files].find(([, bytes]) => asText(bytes) === null);
  if (binary) return say(`${binary[0]} is not a text, which a link cannot contain. Send the .zip instead.`, true);
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
  } catch (error) {
    console.warn(error);
  }
}

/** Keeps Yosys, too, once it is loaded: the first visit requests it before the service worker is there. */
async function keepYosys() {
  const registration = await navigator.serviceWorker?.ready;
  registration?.active?.postMessage(FILES.map((name) => new URL(name, yosysFolder()).href));
}
