/** Presses of a mouse, a finger or a pen anywhere, reported to all that have to give way. They go on to where they belong. */

/**
 * A press, in CSS pixels of the window.
 * @typedef {{readonly target: EventTarget | null, readonly clientX: number, readonly clientY: number}} Press
 */

/**
 * Calls back before the pressed element hears of it.
 * @param {EventTarget} on what it is pressed on, or in
 * @param {(press: Press) => void} action
 * @param {AbortSignal} signal ends it
 */
export function whenPressed(on, action, signal) {
  const pressed = (/** @type {Event} */ event) => action(/** @type {MouseEvent} */ (event));
  on.addEventListener("pointerdown", pressed, { signal, capture: true });
}
