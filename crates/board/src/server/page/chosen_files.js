// @ts-check
// The files that a visitor drops on the page or chooses.

import { isPath } from "./text_file.js";
import { unzip } from "./zip.js";

/** @typedef {Map<string, Uint8Array<ArrayBuffer>>} Files by their paths */

/** The largest size of all files together, in bytes: that of the reader. */
const LARGEST = 32 << 20;

/** The folders of Quartus and of simulators, which contain no sources. */
const SKIPPED = /(^|\/)(\.[^/]*|__MACOSX|db|incremental_db|output_files|simulation|greybox_tmp|qdb|dni)\//;

/** Files that are neither sources nor settings nor contents of memories, and those that are hidden. */
const OTHER = /(^|\/)\.[^/]*$|\.(sof|pof|jic|rbf|qws|bak|rpt|summary|png|jpe?g|gif|pdf|docx?|exe|vcd|wlf|bmp|mp4)$/i;

/**
 * Returns what was dropped, and its name.
 * @param {DataTransfer} transfer
 */
export async function dropped(transfer) {
  /** @type {[string, File][]} */
  const found = [];
  // The list is empty after the first wait.
  await Promise.all([...transfer.items].map((item) => {
    const entry = item.webkitGetAsEntry();
    const file = entry ? null : item.getAsFile();
    if (file) found.push([file.name, file]);
    return entry && walk(entry, found);
  }));
  return design(found);
}

/**
 * Returns what was chosen in a dialogue, and its name.
 * @param {FileList} list
 */
export function chosen(list) {
  return design([...list].map((file) => [file.webkitRelativePath || file.name, file]));
}

/**
 * @param {FileSystemEntry} entry
 * @param {[string, File][]} found
 */
async function walk(entry, found) {
  const path = entry.fullPath.slice(1);
  if (SKIPPED.test(`${path}/`)) return;
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject));
    found.push([path, file]);
    return;
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  for (;;) {
    /** @type {FileSystemEntry[]} */
    const entries = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return;
    await Promise.all(entries.map((each) => walk(each, found)));
  }
}

/**
 * @param {[string, File][]} found
 * @returns {Promise<{ name: string, files: Files }>}
 */
async function design(found) {
  /** @type {Files} */
  let files = new Map();
  let size = 0;
  for (const [path, file] of found) {
    const isArchive = found.length === 1 && /\.zip$/i.test(path);
    if (!isArchive && !isWanted(path)) continue;
    size += file.size;
    if (size > LARGEST) throw new Error(`the files are larger than ${LARGEST >> 20} MiB together`);
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (!isArchive) files.set(path, bytes);
    else files = await unzip(bytes, LARGEST, isWanted);
  }
  const wrong = [...files.keys()].find((path) => !isPath(path));
  if (wrong !== undefined) throw new Error(`${wrong} cannot be the name of a file`);
  if (files.size === 0) throw new Error("there are no files that a design could have");
  const first = found[0][0].replace(/\.\w+$/, "");
  const { folder, files: inside } = withoutFolder(files);
  return { name: folder || (found.length === 1 ? first : "design"), files: new Map([...inside].sort(([one], [other]) => one < other ? -1 : 1)) };
}

/** @param {string} path */
function isWanted(path) {
  return !SKIPPED.test(path) && !OTHER.test(path);
}

/**
 * Takes the folders off that all files are in. Returns the name of the innermost.
 * @param {Files} files
 */
function withoutFolder(files) {
  let folder = "";
  for (;;) {
    const begins = new Set([...files.keys()].map((path) => path.split("/", 1)[0]));
    if (begins.size !== 1 || files.has([...begins][0])) return { folder, files };
    [folder] = begins;
    files = new Map([...files].map(([path, bytes]) => [path.slice(folder.length + 1), bytes]));
  }
}
