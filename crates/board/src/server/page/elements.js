// @ts-check
// Helpers for finding and creating elements.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Returns the element with this id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element with the id ${id}`);
  return element;
}

/** Returns the name of the machine of this page, below which the server has its addresses. */
export function machineName() {
  return document.documentElement.dataset.machine ?? "";
}

/** Returns the path of this page, by which the browser stores what belongs to it. */
export function pagePath() {
  return location.pathname.replace(/index\.html$/, "");
}

/**
 * Creates an HTML element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function html(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * Creates an SVG element.
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * Parses an SVG drawing.
 * @param {string} text
 * @returns {Element}
 */
export function parseSvg(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (parsed.localName !== "svg") throw new Error("the drawing is not SVG");
  return document.importNode(parsed, true);
}

/**
 * Sets an attribute, unless it is the same: screen readers may repeat it, and the browser computes styles again.
 * @param {Element} element
 * @param {string} name
 * @param {string} value
 */
export function setAttribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/**
 * Sets a text, unless it is the same.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Sets the label for screen readers.
 * @param {Element} element
 * @param {string} text
 */
export function setLabel(element, text) {
  setAttribute(element, "aria-label", text);
}

/**
 * Enables or disables a button. Unlike `disabled`, `aria-disabled` does not take the focus away.
 * @param {HTMLElement} button
 * @param {boolean} enabled
 */
export function setEnabled(button, enabled) {
  setAttribute(button, "aria-disabled", String(!enabled));
}

/**
 * Calls `action` when the button is clicked while it is enabled, otherwise `refuse`.
 * @param {HTMLElement} button
 * @param {() => void} action
 * @param {() => void} [refuse]
 */
export function onClick(button, action, refuse = () => {}) {
  button.addEventListener("click", () => {
    if (button.getAttribute("aria-disabled") === "true") refuse();
    else action();
  });
}
