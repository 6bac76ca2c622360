// @ts-check
// The design on the board of the page that reads designs, as data.

/** @type {Uint8Array | undefined} */
let onBoard;

/** Calls those who wait for a design. */
const changes = new EventTarget();

/** @param {Uint8Array} design */
export function putOnBoard(design) {
  onBoard = design;
  changes.dispatchEvent(new Event("design"));
}

/** Returns the design; undefined if none was read. */
export function design() {
  return onBoard;
}

/** @param {() => void} call is called for each design that is put on the board */
export function onDesign(call) {
  changes.addEventListener("design", call);
}
