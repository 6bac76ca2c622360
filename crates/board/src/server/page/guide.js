// @ts-check
// "How to play": open where there is space for it, and when a link leads to it.

import { byId } from "./elements.js";

/** As in style.css. */
const ONE_COLUMN = "(max-width: 62rem)";

export function setUpGuide() {
  const guide = /** @type {HTMLDetailsElement} */ (byId("guide"));
  if (matchMedia(ONE_COLUMN).matches) guide.open = false;
  byId("legend-link").addEventListener("click", () => guide.open = true);
}
