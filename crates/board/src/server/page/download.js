// @ts-check
// Files that the page makes, as downloads.

import { html } from "./elements.js";

/** After this time the browser has begun to read a file, in milliseconds. */
const BEGUN = 1000;

/**
 * Offers a file as a download.
 * @param {Blob} file
 * @param {string} name
 */
export function download(file, name) {
  const link = html("a", { href: URL.createObjectURL(file), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), BEGUN);
}
