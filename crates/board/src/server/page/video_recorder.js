// @ts-check
// Records a canvas as a video.

/** Formats, each with the extension of its files. */
const FORMATS = [["video/webm", "webm"], ["video/mp4", "mp4"]];

/** The longest recording, in seconds. */
const LONGEST = 60;

/** How often a picture that stays the same is recorded, in milliseconds. */
const STILL = 250;

/** The most pictures in a second. */
const RATE = 60;

export class VideoRecorder {
  #canvas;
  #showTime;
  #save;
  /** @type {MediaRecorder | undefined} */
  #recorder;

  static isSupported = "MediaRecorder" in globalThis && "captureStream" in HTMLCanvasElement.prototype && format() !== undefined;

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
    if (this.#recorder) this.stop();
    else this.#start();
  }

  /** Ends a recording, if there is one, and saves it. */
  stop() {
    this.#recorder?.stop();
  }

  #start() {
    const [type, extension] = format() ?? [];
    const stream = this.#canvas.captureStream(RATE);
    const recorder = new MediaRecorder(stream, { mimeType: type });
    recorder.start();
    /** @type {Blob[]} */
    const parts = [];
    let seconds = 0;
    // A picture that stays the same is not drawn, and what is not drawn is not recorded.
    const draw = () => this.#canvas.getContext("2d")?.drawImage(this.#canvas, 0, 0);
    const drawTimer = setInterval(draw, STILL);
    const timer = setInterval(() => {
      seconds += 1;
      this.#showTime(seconds);
      if (seconds === LONGEST) recorder.stop();
    }, 1000);
    recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
    recorder.addEventListener("stop", () => {
      clearInterval(timer);
      clearInterval(drawTimer);
      stream.getTracks().forEach((track) => track.stop());
      this.#recorder = undefined;
      this.#showTime(null);
      this.#save(new Blob(parts, { type }), extension ?? "");
    });
    this.#recorder = recorder;
    this.#showTime(0);
    draw();
  }
}

/** The format of recordings, and the extension of their files: the first that the browser can write. */
function format() {
  return FORMATS.find(([type]) => MediaRecorder.isTypeSupported(type));
}
