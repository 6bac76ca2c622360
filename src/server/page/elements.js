// @ts-check
// Finding and making elements.

const SVG = "http://www.w3.org/2000/svg";

/**
 * The element of the page with this id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element with the id ${id}`);
  return element;
}

/**
 * A new HTML element. Children may be text.
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
 * A new SVG element. Children may be text.
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
 * A drawing that came as text, as an element of this page.
 * @param {string} text
 * @returns {Element}
 */
export function drawing(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (parsed.localName !== "svg") throw new Error("the drawing is not SVG");
  return document.importNode(parsed, true);
}

/**
 * Says on a button whether it can be used now. It keeps the focus that it has, which `disabled` would take away.
 * @param {HTMLElement} button
 * @param {boolean} enabled
 */
export function setEnabled(button, enabled) {
  button.setAttribute("aria-disabled", String(!enabled));
}

/**
 * Calls `action` when a button is clicked that can be used now.
 *
 * A button clicked by mouse or finger gives the focus back: Space is KEY0, and must not click it once more.
 * @param {HTMLElement} button
 * @param {() => void} action
 */
export function onClick(button, action) {
  button.addEventListener("click", (event) => {
    if (event.detail > 0) button.blur();
    if (button.getAttribute("aria-disabled") !== "true") action();
  });
}
