// @ts-check
// The VGA monitor: shows each frame as it arrives.

import { byId } from "./elements.js";

export class Monitor {
  #canvas = /** @type {HTMLCanvasElement} */ (byId("monitor"));
  /** The number of frames received. */
  #frames = 0;

  /**
   * Shows a frame.
   * @param {string} png a PNG file in Base64
   */
  async show(png) {
    this.#frames += 1;
    const frame = this.#frames;
    const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    // A later frame may have been decoded first.
    if (frame === this.#frames) this.#canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
    bitmap.close();
  }
}
