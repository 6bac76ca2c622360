// @ts-check
// The buttons below the monitor of a design: its picture and a recording as files, and the monitor on the full screen.

import { download } from "./download.js";
import { byId, onClick, setEnabled, setText } from "./elements.js";
import { VideoRecorder } from "./video_recorder.js";

export class MonitorTools {
  #canvas = /** @type {HTMLCanvasElement} */ (byId("monitor"));
  #save = byId("save-picture");
  #record = byId("record-video");
  #full = byId("full-screen");
  #screen = byId("screen");
  /** The name of the files, without their extensions. */
  #name = "picture";
  #hasPicture = false;
  #recorder = new VideoRecorder(this.#canvas, (seconds) => {
    setText(this.#record, seconds === null ? "Record" : `Stop (${seconds} s)`);
    this.#enable();
  }, (file, extension) => download(file, `${this.#name}.${extension}`));

  constructor() {
    onClick(this.#save, () => this.#canvas.toBlob((file) => file && download(file, `${this.#name}.png`)));
    onClick(this.#record, () => this.#recorder.toggle());
    this.#record.hidden = !VideoRecorder.isSupported;
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
    this.#recorder.stop();
    this.#name = name;
  }

  /** @param {string | null} png what is on the monitor */
  showPicture(png) {
    this.#hasPicture = png !== null;
    this.#enable();
  }

  #enable() {
    setEnabled(this.#save, this.#hasPicture);
    setEnabled(this.#record, this.#hasPicture || this.#recorder.isRecording);
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
