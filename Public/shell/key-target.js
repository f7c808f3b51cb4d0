/** What has the focus while a key is pressed, as far as it decides whose the key is. */

/** @param {EventTarget | null} target */
export function isTyping(target) {
  return target instanceof HTMLInputElement
    || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
}

/** @param {EventTarget | null} target */
export function isControl(target) {
  return target instanceof Element && target.closest("a, button, select, input, [role=menuitem]") !== null;
}

/**
 * A key without the modifiers that make it the browser's.
 * @param {KeyboardEvent} event
 */
export function isPlain({ altKey, ctrlKey, metaKey }) {
  return !altKey && !ctrlKey && !metaKey;
}
