// @ts-check
// Bytes in texts.

/** @param {string} text in Base64 */
export function fromBase64(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
