// @ts-check
// The buttons below the monitor of a design: its picture as a file, and the monitor on the full screen.

import { download } from "./download.js";
import { byId, onClick, setEnabled } from "./elements.js";

export class MonitorTools {
  #canvas = /** @type {HTMLCanvasElement} */ (byId("monitor"));
  #save = byId("save-picture");
  #full = byId("full-screen");
  #screen = byId("screen");
  /** The name of the file, without its extension. */
  #name = "picture";

  constructor() {
    onClick(this.#save, () => this.#canvas.toBlob((file) => file && download(file, `${this.#name}.png`)));
    onClick(this.#full, () => void this.#fillScreen());
    // Phones of some makers have no full screen for a part of a page.
    this.#full.hidden = !document.fullscreenEnabled;
    document.addEventListener("fullscreenchange", () => {
      // Escape has ended it: the focus returns to where it was.
      if (!document.fullscreenElement && document.activeElement === this.#screen) this.#full.focus();
    });
  }

  /** @param {{ name: string }} design */
  showDesign({ name }) {
    this.#name = name;
  }

  /** @param {string | null} png what is on the monitor */
  showPicture(png) {
    setEnabled(this.#save, png !== null);
  }

  async #fillScreen() {
    try {
      await this.#screen.requestFullscreen();
    } catch {
      // The browser or its user does not want it.
      return;
    }
    // Keys go to the design, not to the button: to its keyboard, or as shortcuts to the keys of the board.
    this.#screen.focus({ preventScroll: true });
  }
}
