// @ts-check
// Records a canvas as a video.

/** Formats with the extensions of their files: the first that the browser can write. */
const FORMATS = [["video/webm", "webm"], ["video/mp4", "mp4"]];

/** The longest recording, in seconds. */
const LONGEST = 60;

/** The most pictures in a second. */
const RATE = 60;

export class VideoRecorder {
  #canvas;
  #showTime;
  #save;
  /** @type {MediaRecorder | undefined} */
  #recorder;

  static isSupported = "MediaRecorder" in globalThis && "captureStream" in HTMLCanvasElement.prototype;

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {(seconds: number | null) => void} showTime is called each second of a recording, and with null at its end
   * @param {(file: Blob, extension: string) => void} save
   */
  constructor(canvas, showTime, save) {
    this.#canvas = canvas;
    this.#showTime = showTime;
    this.#save = save;
  }

  get isRecording() {
    return this.#recorder !== undefined;
  }

  /** Starts a recording, or ends and saves it. */
  toggle() {
    if (this.#recorder) this.#recorder.stop();
    else this.#start();
  }

  #start() {
    const format = FORMATS.find(([type]) => MediaRecorder.isTypeSupported(type));
    if (!format) return;
    const [type, extension] = format;
    const stream = this.#canvas.captureStream(RATE);
    const recorder = new MediaRecorder(stream, { mimeType: type });
    /** @type {Blob[]} */
    const parts = [];
    let seconds = 0;
    const timer = setInterval(() => {
      seconds += 1;
      this.#showTime(seconds);
      if (seconds === LONGEST) recorder.stop();
    }, 1000);
    recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
    recorder.addEventListener("stop", () => {
      clearInterval(timer);
      stream.getTracks().forEach((track) => track.stop());
      this.#recorder = undefined;
      this.#showTime(null);
      this.#save(new Blob(parts, { type }), extension);
    });
    this.#recorder = recorder;
    this.#showTime(0);
    recorder.start();
  }
}
