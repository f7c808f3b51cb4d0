/** Controls of the page among gestures: a button is pressed, a slider is dragged, whatever lies around them. */

/** @typedef {import("../recognizer.js").GestureRecognizer} GestureRecognizer */

/** Controls that are pressed: a pan may begin on them, a tap or a stroke may not. */
const PRESSED = "button, a[href], summary, label, [role=button], [role=link], [role=menuitem], [role=tab], [role=checkbox]";

/** Controls that take every finger for themselves. */
const HELD = "input, textarea, select, option, [contenteditable], [role=slider], [role=scrollbar], [role=textbox], [role=spinbutton]";

/**
 * Whether a recognizer may begin on an element. One of the control itself, or of something in it, may.
 * @param {Element} touched
 * @param {Element} root the surface
 * @param {GestureRecognizer} recognizer
 */
export function mayBeginOn(touched, root, recognizer) {
  const control = touched.closest(`${PRESSED}, ${HELD}`);
  if (!control || control === root || !root.contains(control) || control.contains(elementOf(recognizer))) return true;
  return recognizer.passesControls && !control.matches(HELD);
}

/** @param {GestureRecognizer} recognizer */
function elementOf({ view }) {
  const { element = null } = /** @type {{element?: Element}} */ (view ?? {});
  return element;
}
