// @ts-check
// Links that contain a design: compressed, in the fragment of the address, which browsers do not send to a server.

import { fromBase64 } from "./base64.js";
import { asText, isPath } from "./text_file.js";
import { transformed } from "./zip.js";

/** @typedef {import("./workbench.js").Design} Design */

const KEY = "#design=";

/** The longest link, in characters. Forums and mail programs cut longer ones. */
const LONGEST = 30000;

/** The largest design of a link, in bytes. */
const LARGEST = 32 << 20;

/**
 * Returns a link to this page with a design; undefined if it is too long.
 * @param {Design} design
 */
export async function linkTo({ name, files, top }) {
  const texts = [...files].map(([path, bytes]) => [path, asText(bytes)]);
  const text = new TextEncoder().encode(JSON.stringify({ name, files: texts, top }));
  const bytes = await transformed(text, new CompressionStream("deflate-raw"), LARGEST);
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  const link = location.href.replace(/#.*/, "") + KEY + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=*$/, "");
  return link.length <= LONGEST ? link : undefined;
}

/**
 * Returns the design in a fragment; undefined if there is none.
 * @param {string} fragment
 * @returns {Promise<Design | undefined>}
 */
export async function designOf(fragment) {
  if (!fragment.startsWith(KEY)) return undefined;
  try {
    const bytes = fromBase64(fragment.slice(KEY.length).replaceAll("-", "+").replaceAll("_", "/"));
    const text = await transformed(bytes, new DecompressionStream("deflate-raw"), LARGEST);
    /** @type {{ name: string, files: [string, string][], top: string | null }} */
    const { name, files, top } = JSON.parse(new TextDecoder().decode(text));
    if (!files.every(([path]) => isPath(path))) throw new Error("a path leaves the design");
    return { name: String(name), top: top === null ? null : String(top), files: new Map(files.map(([path, contents]) => [String(path), new TextEncoder().encode(contents)])) };
  } catch (error) {
    throw new Error("the link is damaged: copy all of it", { cause: error });
  }
}
