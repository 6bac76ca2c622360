// @ts-check
// Texts as sentences.

/**
 * Returns the text as a sentence, with a capital letter and a full stop.
 * @param {string} text
 */
export function sentence(text) {
  if (text === "") return "";
  return `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}
