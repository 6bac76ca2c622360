// @ts-check
// The VGA monitor: shows each frame as it arrives.

import { fromBase64 } from "./base64.js";
import { byId } from "./elements.js";

export class Monitor {
  #canvas = /** @type {HTMLCanvasElement} */ (byId("monitor"));
  /** The number of frames received. */
  #frames = 0;

  /**
   * Shows a frame.
   * @param {string | null} png a PNG file in Base64; null clears the monitor
   */
  async show(png) {
    this.#frames += 1;
    const frame = this.#frames;
    if (png === null) {
      this.#canvas.getContext("2d")?.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
      return;
    }
    const bytes = fromBase64(png);
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    // A later frame may have been decoded first.
    if (frame === this.#frames) this.#draw(bitmap);
    bitmap.close();
  }

  /** @param {ImageBitmap} bitmap */
  #draw(bitmap) {
    const { width, height } = bitmap;
    // Setting the size clears the picture.
    if (this.#canvas.width !== width || this.#canvas.height !== height) Object.assign(this.#canvas, { width, height });
    this.#canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
  }
}
