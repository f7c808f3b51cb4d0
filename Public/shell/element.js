/** Builds DOM from code. Text is always text: there is no way in for markup. */

/**
 * Attributes by name; `true` sets an empty one, `false`, `null` and `undefined` none.
 * @typedef {Readonly<Record<string, string | number | boolean | null | undefined>>} Attributes
 */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 * @example element("a", { href: "/", class: "quiet" }, "Library")
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  setAttributes(made, attributes);
  made.append(...children);
  return made;
}

/**
 * @param {Element} target
 * @param {Attributes} attributes
 */
export function setAttributes(target, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) target.removeAttribute(name);
    else target.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * Draws the content of an element anew. The control that has the focus passes it on to its successor: the one of the same
 * name, or else the one at its place.
 * @param {Element} target
 * @param {readonly (Node | string)[]} children
 */
export function replaceChildrenInPlace(target, children) {
  const before = controls(target);
  const index = before.findIndex((one) => one === document.activeElement);
  const name = before[index]?.getAttribute("aria-label") ?? before[index]?.textContent;
  target.replaceChildren(...children);
  if (index < 0) return;
  const after = controls(target);
  const named = after.filter((one) => (one.getAttribute("aria-label") ?? one.textContent) === name);
  const next = named.includes(/** @type {HTMLElement} */ (after[index])) ? after[index] : named[0] ?? after[Math.min(index, after.length - 1)];
  next?.focus({ preventScroll: true });
}

/** @param {Element} target */
function controls(target) {
  return [.../** @type {NodeListOf<HTMLElement>} */ (target.querySelectorAll("button, a[href], input, textarea"))];
}

/**
 * 1 where lines are read from left to right, -1 where they are read from right to left. A way along a line, times this, is one
 * across the window.
 * @param {Element} element
 */
export function towardEnd(element) {
  return getComputedStyle(element).direction === "rtl" ? -1 : 1;
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * A drawing from the sprite in `index.html`. It says nothing by itself: what it stands in carries the name.
 * @param {string} name
 */
export function icon(name) {
  const drawing = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#icon-${name}`);
  setAttributes(drawing, { "class": "icon", "aria-hidden": "true", "width": 20, "height": 20 });
  drawing.append(use);
  return drawing;
}

/**
 * @typedef {object} ButtonOptions
 * @property {string} label what it does, in words
 * @property {string} [icon] a name from the sprite
 * @property {boolean} [text] whether the words are shown; else they are its name and its tip
 * @property {string} [class] "quiet" when left out
 * @property {string} [keys] as in `aria-keyshortcuts`
 */

/**
 * @param {ButtonOptions} options
 * @param {() => void} action
 * @param {AbortSignal} signal ends the listening
 */
export function button(options, action, signal) {
  const attributes = {
    "type": "button", "class": `button ${options.class ?? "quiet"}`, "aria-keyshortcuts": options.keys,
  };
  const made = element("button", attributes);
  if (options.icon) made.append(icon(options.icon));
  if (options.text) made.append(options.label);
  else setAttributes(made, { "aria-label": options.label, "title": options.label });
  made.addEventListener("click", action, { signal });
  return made;
}

/**
 * A button that is a link: for what the browser does itself, such as downloading.
 * @param {ButtonOptions} options
 * @param {Attributes} attributes `href` and the like
 */
export function linkButton(options, attributes) {
  const made = element("a", { class: `button ${options.class ?? "quiet"}`, ...attributes });
  if (options.icon) made.append(icon(options.icon));
  if (options.text) made.append(options.label);
  else setAttributes(made, { "aria-label": options.label, "title": options.label });
  return made;
}

/** @param {string} text what is waited for, for those who do not see it */
export function waitingSign(text) {
  return element(
    "div", { class: "waiting" },
    element("span", { "class": "spinner", "aria-hidden": "true" }), element("span", { class: "visually-hidden" }, text),
  );
}

/**
 * Links in an element lead within the app; with a modifier a press is the browser's: another tab, another window.
 * @param {HTMLElement} target
 * @param {(path: string) => void} go called with the address of a link
 * @param {AbortSignal} signal
 */
export function followLinks(target, go, signal) {
  target.addEventListener("click", (event) => {
    const link = /** @type {Element} */ (event.target).closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(link.pathname + link.search);
  }, { signal });
}

/** Marks the frame of elements between which the focus moves. */
export const FRAME = "data-frame";

/**
 * Whether something beside an element, in the same frame, has the focus: then it is not taken away.
 * @param {Element} element
 */
export function isHeldBeside(element) {
  const focused = document.activeElement;
  const frame = element.closest(`[${FRAME}]`);
  return frame !== null && frame.contains(focused) && !element.contains(focused);
}
