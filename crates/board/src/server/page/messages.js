// @ts-check
// What is said about a design, with a button for each line of its files that a message names.

import { byId, html, onClick } from "./elements.js";

/** @typedef {{ path: string, line: number }} Place */

export class Messages {
  #open;
  /** @type {Place[]} */
  #places = [];

  /** @param {(place: Place) => void} open shows a line */
  constructor(open) {
    this.#open = open;
  }

  /**
   * @param {string[]} messages
   * @param {string[]} paths of the files of the design
   */
  show(messages, paths) {
    byId("messages-part").hidden = messages.length === 0;
    this.#places = [];
    byId("messages").replaceChildren(...messages.map((message) => {
      const places = placesOf(message, paths);
      this.#places.push(...places);
      return html("li", {}, ...places.map((place) => this.#button(place)), message);
    }));
  }

  /**
   * Returns the lines of a file that messages name.
   * @param {string} path
   */
  lines(path) {
    return this.#places.filter((place) => place.path === path).map(({ line }) => line);
  }

  /** @param {Place} place */
  #button(place) {
    const button = html("button", { type: "button" }, `${place.path}:${place.line}`);
    onClick(button, () => this.#open(place));
    return button;
  }
}

/**
 * @param {string} message
 * @param {string[]} paths
 */
function placesOf(message, paths) {
  const named = paths.flatMap((path) => message.split(`${path}:`).slice(1).map((rest) => ({ path, line: parseInt(rest, 10) })));
  const known = named.filter(({ line }) => line > 0);
  return known.filter((one, index) => known.findIndex((other) => other.path === one.path && other.line === one.line) === index);
}
