// @ts-check
// Texts in files of a design.

/**
 * The text in a file; null if it has none. Old editors on Windows write letters beyond ASCII in comments otherwise than in UTF-8.
 * @param {Uint8Array} bytes
 */
export function asText(bytes) {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Whether a path is one that a design can have: relative, without empty parts and without `.` and `..`. @param {string} path */
export function isPath(path) {
  return /^(?!.*(^|\/)\.{1,2}(\/|$))[^/\\:*?"<>|]+(\/[^/\\:*?"<>|]+)*$/.test(path);
}
